import { Box, Button, Group, Paper } from '@mantine/core';
import { useEffect, useState } from 'react';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/locale.ts';
import { dismissToast, pauseToast, removeToast, restartToast, type Toast, useToast } from '../lib/toasts.ts';

/** Shows the toast; one list is on the page and one in each dialog. */
export function ToastList() {
  const toast = useToast();
  return (
    <Box
      component="section"
      pos="fixed"
      right={16}
      w="min(420px, calc(100vw - 32px))"
      style={{ zIndex: 40 }}
      className="toasts"
      aria-live="polite"
    >
      {toast && <ToastItem key={toast.id} {...toast} />}
    </Box>
  );
}

function ToastItem({ id, text, error, undo, action }: Toast) {
  const messages = useMessages();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  useEffect(() => {
    if (!isPaused) return;
    pauseToast(id);
    return () => restartToast(id);
  }, [id, isPaused]);
  return (
    <Paper
      p="xs"
      pl="md"
      shadow="md"
      className={error ? 'toast error' : 'toast'}
      {...(error
        ? { c: 'var(--danger)', bg: 'var(--danger-soft)', withBorder: true }
        : { c: 'var(--page-background)', bg: 'var(--text)' })}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Group gap={4} wrap="nowrap">
        <Box flex={1}>{error ? errorText(error, messages) : text}</Box>
        {undo && (
          <ToastButton
            label={messages.app.undo}
            onClick={() => {
              removeToast(id);
              undo();
            }}
          />
        )}
        {action && (
          <ToastButton
            label={action.label}
            onClick={() => {
              dismissToast(id);
              action.run();
            }}
          />
        )}
        <ToastButton label={messages.app.dismiss} onClick={() => dismissToast(id)} />
      </Group>
    </Paper>
  );
}

function ToastButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="transparent" px="xs" c="inherit" td="underline" flex="none" onClick={onClick}>
      {label}
    </Button>
  );
}
