import { useEffect, useState } from 'react';
import type { Language } from '../../i18n/locale.ts';
import type { Strength, StrengthRequest } from './strength-worker.ts';

/** A pause in typing after which a password is estimated. */
const pauseMs = 200;

let worker: Worker | undefined;
/** The worker answers in order: the last request gets the last answer. */
let pendingRequests = 0;
let onStrength: ((strength: Strength) => void) | undefined;

function request(message: StrengthRequest): void {
  worker ??= startWorker();
  pendingRequests++;
  worker.postMessage(message);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./strength-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<Strength>) => {
    pendingRequests--;
    if (pendingRequests === 0) onStrength?.(data);
  });
  // Without a connection the worker cannot be loaded: there is no estimate, and the next pause tries again.
  started.addEventListener('error', () => {
    pendingRequests = 0;
    worker = undefined;
  });
  return started;
}

/**
 * Estimates the strength of a password while it is typed. The dictionaries are loaded at the first call with a password.
 * @param personal what others know of the owner, such as the name
 * @returns undefined without a password, until the first estimate, and where it cannot be made
 */
export function usePasswordStrength(password: string, personal: string[], language: Language): Strength | undefined {
  const [strength, setStrength] = useState<Strength>();
  const known = personal.join('\n');
  useEffect(() => {
    if (!password) {
      setStrength(undefined);
      return;
    }
    onStrength = setStrength;
    const timer = setTimeout(request, pauseMs, { password, personal: known.split('\n').filter(Boolean), language });
    return () => {
      clearTimeout(timer);
      onStrength = undefined;
    };
  }, [password, known, language]);
  return strength;
}
