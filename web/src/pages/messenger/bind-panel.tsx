import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refresh, useSend } from '../../api/queries.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Refused } from '../../parts/states.tsx';
import { Exact } from '../../parts/time.tsx';
import { useWords } from '../../words/index.ts';
import { QrCode } from './qr-code.tsx';

const lookEvery = 4_000;

/** A link and its code for the phone; the page notices by itself when the chat is bound. */
export function BindPanel({ bot }: { bot: string }) {
  const words = useWords();
  const client = useQueryClient();
  const code = useSend('POST /auth/messenger/code', { changes: ['GET /auth/messenger'], quiet: true });
  const hasCode = code.isSuccess;
  useEffect(() => {
    if (!hasCode) return;
    const timer = setInterval(() => refresh(client, 'GET /auth/messenger'), lookEvery);
    return () => clearInterval(timer);
  }, [hasCode, client]);
  return (
    <section className="panel" aria-labelledby="bind">
      <h2 id="bind">{words.messenger.bind}</h2>
      {bot && <p className="muted small">@{bot}</p>}
      <p className="muted">{words.messenger.bindText}</p>
      {code.data && (
        <>
          <QrCode text={code.data.link} label={words.messenger.qr} />
          <a href={code.data.link} target="_blank" rel="noreferrer">
            {words.messenger.open}
          </a>
          <p className="small">{words.messenger.code}</p>
          <CopyLine text={code.data.code} />
          <p className="muted small">
            {words.messenger.codeUntil} <Exact at={code.data.expires_at} />
          </p>
        </>
      )}
      <Refused error={code.error} />
      <Button variant={code.data ? 'default' : 'filled'} loading={code.isPending} onClick={() => code.mutate({})}>
        {code.data ? words.messenger.newCode : words.messenger.getCode}
      </Button>
    </section>
  );
}
