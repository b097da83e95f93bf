/** The URL that shows an address on a map: in the map app of Android, elsewhere in the browser. */
export const mapUrl = (address: string): string =>
  /android/i.test(navigator.userAgent)
    ? `geo:0,0?q=${encodeURIComponent(address)}`
    : `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
