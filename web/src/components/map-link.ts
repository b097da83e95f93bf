/** Where a tap on an address leads: the map of the phone, or one in the browser. */
export const mapUrl = (address: string): string =>
  /android/i.test(navigator.userAgent)
    ? `geo:0,0?q=${encodeURIComponent(address)}`
    : `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
