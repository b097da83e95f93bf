// @ts-check
// The form of a portal with a script: several photos, made smaller before they are sent, and the proof of work.

const requestTimeoutMs = 60_000;

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`#${id} is missing`);
  return found;
}

const form = element('report', HTMLFormElement);
const input = element('photo', HTMLInputElement);
const previews = element('previews', HTMLUListElement);
const preparingText = element('preparing', HTMLParagraphElement);
const error = element('error', HTMLParagraphElement);
const button = /** @type {HTMLButtonElement} */ (form.querySelector('button[type=submit]'));
const sendText = button.textContent;
const texts = form.dataset;
const maxPhotos = Number(texts['maxPhotos']);
const maxBytes = Number(texts['maxBytes']);

/** Loaded with the page, because there may be no connection when a photo is chosen. */
const photoScript = /** @type {Promise<typeof import('./photos.js')>} */ (import(texts['photoScript'] ?? ''));
photoScript.catch(() => {});

/** @type {Blob[]} */
let photos = [];

/**
 * The Idempotency-Key: that of the page, so that what is sent again leads to the report that was made, however often the button is pressed
 * and whatever becomes of the answers. Once something was sent, another text or photo is another report.
 */
let key = element('ticket', HTMLInputElement).value;
let wasSent = false;

function changeKey() {
  if (!wasSent) return;
  key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  wasSent = false;
}
form.addEventListener('input', changeKey);

/** The id of the user of the console, if somebody is signed in to it in this browser (web/src/session/session-store.ts). */
function consoleUser() {
  try {
    return localStorage.getItem('callout.session');
  } catch {
    return null; // the browser refuses storage
  }
}

const consoleLink = document.getElementById('console-link');
if (consoleLink && consoleUser()) {
  consoleLink.className = 'announcements';
  document.querySelector('main')?.prepend(consoleLink);
}

input.multiple = maxPhotos > 1;
const label = form.querySelector('label[for=photo]');
if (label) label.textContent = texts['photos'] ?? '';
// The field itself speaks the language of the browser.
label?.classList.add('choose-photos');

/** @param {string} key of the texts of the form */
function showError(key) {
  error.textContent = texts[key] ?? '';
  error.hidden = false;
  error.scrollIntoView({ block: 'center' });
}

/** Ends when the chosen photos are ready to be sent: the key of the text about those that were left out. @type {Promise<string>} */
let preparing = Promise.resolve('');
let preparedFiles = 0;
let chosenFiles = 0;

input.addEventListener('change', () => {
  error.hidden = true;
  const files = [...(input.files ?? [])];
  input.value = ''; // what is sent are the smaller versions
  chosenFiles += files.length;
  preparing = preparing.then(() => addPhotos(files));
});

/**
 * @param {File[]} files
 * @returns {Promise<string>} the key of the text about files that were left out, empty without any
 */
async function addPhotos(files) {
  let problem = '';
  for (const file of files) {
    showPreparing();
    const photo = photos.length < maxPhotos ? await prepare(file) : 'errorTooManyPhotos';
    if (typeof photo === 'string') problem = photo;
    else photos.push(photo);
    preparedFiles++;
    showPreviews();
  }
  showPreparing();
  if (problem) showError(problem);
  return problem;
}

/**
 * @param {File} file
 * @returns {Promise<Blob | string>} the key of a text when it cannot be sent
 */
async function prepare(file) {
  try {
    const { preparePhoto } = await photoScript;
    return await preparePhoto(file, maxBytes);
  } catch {
    return file; // the script was not loaded: the service takes what a form without a script sends, too
  }
}

function showPreparing() {
  preparingText.hidden = preparedFiles === chosenFiles;
}

function showPreviews() {
  changeKey();
  for (const image of previews.querySelectorAll('img')) URL.revokeObjectURL(image.src);
  previews.replaceChildren(...photos.map(previewOf));
  previews.hidden = photos.length === 0;
  input.disabled = photos.length >= maxPhotos;
}

/**
 * @param {Blob} photo
 * @param {number} index
 */
function previewOf(photo, index) {
  const [item, image, remove] = [document.createElement('li'), document.createElement('img'), document.createElement('button')];
  image.src = URL.createObjectURL(photo);
  image.alt = '';
  remove.type = 'button';
  remove.textContent = texts['remove'] ?? '';
  remove.setAttribute('aria-label', `${texts['remove']} ${index + 1}`);
  remove.addEventListener('click', () => {
    photos = photos.filter((other) => other !== photo);
    showPreviews();
    input.focus();
  });
  item.append(image, remove);
  return item;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  error.hidden = true;
  button.disabled = true;
  button.textContent = texts['sending'] ?? '';
  try {
    const problem = preparedFiles < chosenFiles && (await preparing);
    if (problem) throw new Refused(problem); // so that nobody takes it for sent
    location.assign(await send());
  } catch (reason) {
    if (reason instanceof Refused && reason.key === 'errorSent') changeKey();
    showError(reason instanceof Refused ? reason.key : 'errorOffline');
    button.disabled = false;
    button.textContent = sendText;
  }
});

// The browser may show the page again when somebody goes back to it.
addEventListener('pageshow', () => {
  button.disabled = false;
  button.textContent = sendText;
});

class Refused extends Error {
  /** @param {string} key of the texts of the form */
  constructor(key) {
    super(key);
    this.key = key;
  }
}

/** @returns {Promise<string>} the page of the report */
async function send() {
  const { challenge } = await request(`${texts['portal']}`);
  const body = new FormData();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && name !== 'ticket') body.append(name, value);
  if (challenge) body.append('proof', await prove(challenge));
  photos.forEach((photo, i) => {
    body.append('photo', photo, `photo-${i + 1}.jpg`);
  });
  const headers = { 'idempotency-key': key, 'accept-language': texts['language'] ?? 'en' };
  wasSent = true;
  const { id } = await request(`${texts['portal']}/reports`, { method: 'POST', headers, body });
  return `${location.pathname}/${id}?lang=${texts['language']}`;
}

/**
 * @param {string} url
 * @param {RequestInit} [options]
 */
async function request(url, options = {}) {
  const response = await fetch(url, { ...options, credentials: 'omit', signal: AbortSignal.timeout(requestTimeoutMs) });
  if (response.ok) return response.json();
  const { error: reason } = await response.json().catch(() => ({ error: '' }));
  throw new Refused(errorKey(response.status, String(reason)));
}

/**
 * @param {number} status
 * @param {string} reason
 */
function errorKey(status, reason) {
  if (status === 404) return 'errorGone';
  if (status === 429) return 'errorTooMany';
  if (status === 409) return 'errorSent';
  if (status !== 400) return 'errorFailed';
  if (reason.includes('proof')) return 'errorProof';
  if (reason.startsWith('email')) return 'errorEmail';
  return /photo|file/.test(reason) ? 'errorPhoto' : 'errorInvalid';
}

/**
 * @param {{ salt: string, challenge: string, algorithm: string, maxnumber: number, signature: string }} challenge
 * @returns {Promise<string>} what ALTCHA calls the payload
 */
function prove(challenge) {
  const worker = new Worker(texts['worker'] ?? '', { type: 'module' });
  return new Promise((resolve, reject) => {
    const settle = (/** @type {number | undefined} */ number) => {
      worker.terminate();
      const { algorithm, challenge: hash, salt, signature } = challenge;
      if (number === undefined) reject(new Refused('errorFailed'));
      else resolve(btoa(JSON.stringify({ algorithm, challenge: hash, number, salt, signature })));
    };
    worker.addEventListener('message', ({ data }) => settle(data));
    worker.addEventListener('error', () => settle(undefined));
    worker.postMessage(challenge);
  });
}
