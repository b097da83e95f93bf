/**
 * The page of a navigation: the newest one, or the kept one when there is no network, or a bad one, or when a proxy
 * answers that the service is down, as during an upgrade.
 */
export async function navigationResponse(load: () => Promise<Response>, kept: Response | undefined): Promise<Response> {
  if (!kept) return load();
  try {
    const response = await load();
    return response.status >= 500 ? kept : response;
  } catch {
    return kept;
  }
}
