/**
 * The response to a navigation: the page from the network, or the cached one when there is no network, when it is too slow,
 * and when a proxy answers 5xx because the service is down, as during an upgrade.
 * @param load requests the page
 * @param cached undefined before the first visit: then the network decides
 * @throws whatever `load` throws, without a cached page
 */
export async function navigationResponse(load: () => Promise<Response>, cached: Response | undefined): Promise<Response> {
  if (!cached) return load();
  try {
    const response = await load();
    return response.status >= 500 ? cached : response;
  } catch {
    return cached;
  }
}
