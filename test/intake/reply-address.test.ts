import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig } from '../../src/platform/config/config.ts';
import { isReplyOf, parseReplyPart, replyAddress } from '../../src/product/intake/email/reply-address.ts';

const imap = { IMAP_HOST: 'mail.example.com', IMAP_USER: 'callout', IMAP_PASSWORD: 'secret' };
const load = (settings: Record<string, string> = {}) =>
  loadConfig({ JWT_SECRET: 'one secret', ...imap, INTAKE_ADDRESS: 'callout@example.com', ...settings });
const anna = '00000000-0000-4000-8000-000000000001';
const boris = '00000000-0000-4000-8000-000000000002';
const partOf = (address = ''): string => /\+([^@]+)@/.exec(address)?.[1] ?? '';

describe('the address to which a mail about a ticket is answered', () => {
  const config = load();

  it('has a local part of at most 64 octets, in lower case', () => {
    const longest = replyAddress(load({ INTAKE_ADDRESS: 'twenty-characters-20@example.com' }), anna, 2_147_483_647) ?? '';
    assert(longest.lastIndexOf('@') <= 64, longest);
    assert.equal(longest, longest.toLowerCase());
    for (const local of ['twenty-one-characters', 'ünfzehn-zeichen-ü-üü'])
      assert.throws(() => load({ INTAKE_ADDRESS: `${local}@example.com` }), /at most 20 bytes before the @/, local);
  });

  it('is valid for its account and its ticket only, in any case', () => {
    for (const ticketId of [1, 35, 36, 2_147_483_647]) {
      const part = partOf(replyAddress(config, anna, ticketId));
      const reply = parseReplyPart(part.toUpperCase());
      assert.equal(reply?.ticketId, ticketId);
      assert(reply && isReplyOf(config, anna, reply));
      assert(!isReplyOf(config, boris, reply));
      assert(!isReplyOf(config, anna, { ...reply, ticketId: ticketId - 1 }));
    }
  });

  it('stays valid while JWT_SECRET_PREVIOUS is the secret that signed it', () => {
    const reply = parseReplyPart(partOf(replyAddress(config, anna, 7)));
    assert(reply);
    assert(isReplyOf(load({ JWT_SECRET: 'another', JWT_SECRET_PREVIOUS: 'one secret' }), anna, reply));
    assert(!isReplyOf(load({ JWT_SECRET: 'another' }), anna, reply));
  });

  it('is none without a mailbox', () => {
    assert.equal(replyAddress(load({ IMAP_HOST: '' }), anna, 7), undefined);
  });

  it('is no token of a portal, and not the other way round', () => {
    assert.equal(parseReplyPart('Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmE'), undefined);
    assert.equal(parseReplyPart(''), undefined);
    assert.equal(parseReplyPart('rzzzzzz-aaaaaaaaaaaaaaaa'), undefined);
  });
});
