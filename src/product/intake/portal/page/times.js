// @ts-check
// Appointments in the time zone of the browser, where nobody has said that of the building.

const { lang } = document.documentElement;
const hint = document.querySelector('[data-timezone-hint]');
/** @type {Intl.DateTimeFormatOptions} */
const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' };
const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, parts);

for (const time of document.querySelectorAll('time')) {
  const to = time.dataset['to'];
  if (to) time.textContent = format.formatRange(new Date(time.dateTime), new Date(to));
}
if (hint) hint.textContent = hint.textContent.replace('UTC', format.resolvedOptions().timeZone);
