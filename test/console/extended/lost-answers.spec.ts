import { FaultProxy } from '../../../testing/fault-proxy.ts';
import { missingNginx, startNginx } from '../../../testing/nginx.ts';
import { expect, test } from '../fixtures.ts';
import { button, heading, login, phone, visit } from '../page-helpers.ts';

// A connection on which many requests were answered breaks while nginx waits for the answer to a write: the service has
// done it, and browser and console send it again.

for (const protocol of ['http/1.1', 'h2']) {
  test(`a request whose answer is lost over ${protocol} behind nginx is made once`, async ({ app, lobby: { anna } }) => {
    test.skip(missingNginx() !== undefined, missingNginx());
    const nginx = await startNginx([Number(new URL(app.link.url).port)]);
    const outer = await FaultProxy.start(protocol === 'h2' ? nginx.tlsUrl : nginx.url);
    try {
      const address = protocol === 'h2' ? outer.url.replace('http:', 'https:') : outer.url;
      const page = await app.newPage({ ...phone, ignoreHTTPSErrors: true });
      await page.goto(new URL('/app/', address).href);
      await login(page, anna);
      const used = await page.evaluate<string>("performance.getEntriesByType('navigation')[0].nextHopProtocol");
      expect(used).toBe(protocol);
      await visit(page, '/tickets/new');
      await page.getByRole('radio', { name: 'Lift' }).check();
      await page.locator('.picker-selection').waitFor(); // the only building
      await page.getByLabel("What's wrong?").fill('The lift stands still');
      const cut = app.link.disconnectBeforeResponse('POST /tickets').then(() => outer.disconnect());
      await button(page, 'Send request').click();
      await cut;
      app.link.restore();
      outer.restore();
      // The browser repeats it, or the queue of unsent work.
      await page
        .locator('.toast', { hasText: /^Request #\d+ sent/ })
        .or(heading(page, 'The lift stands still'))
        .first()
        .waitFor();
      const { total } = await app.call(anna, 'GET', '/tickets');
      expect(total).toBe(1);
    } finally {
      app.link.restore();
      outer.close();
      await nginx.stop();
    }
  });
}
