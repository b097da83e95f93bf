// @ts-check
// Passes on the address of the page of a report, in the way of the device, or copies it.

const button = document.getElementById('share');
/** Both are missing over plain HTTP. */
const { share, clipboard } = /** @type {Partial<Navigator>} */ (navigator);
if (button && (share || clipboard)) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const url = new URL(button.dataset['path'] ?? '', location.origin).href;
    if (share) return share.call(navigator, { title: document.title, url }).catch(() => {}); // it was cancelled
    await clipboard?.writeText(url);
    button.textContent = button.dataset['copied'] ?? '';
  });
}
