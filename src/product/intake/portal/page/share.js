// @ts-check
// Passes on the address of the page of a report, in the way of the device, or copies it.

const button = document.getElementById('share');
const shared = document.getElementById('shared');
/** Both are missing over plain HTTP. */
const { share, clipboard } = /** @type {Partial<Navigator>} */ (navigator);
if (button && (share || clipboard)) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const url = new URL(button.dataset['path'] ?? '', location.origin).href;
    try {
      if (share) return await share.call(navigator, { title: document.title, url });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return; // it was cancelled
    }
    const isCopied = await clipboard?.writeText(url).then(
      () => true,
      () => false, // it is not permitted
    );
    if (shared && isCopied) shared.textContent = button.dataset['copied'] ?? '';
  });
}
