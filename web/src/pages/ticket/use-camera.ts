import { type RefObject, useEffect, useState } from 'react';

/** Why there is no picture of the camera. */
export type CameraError = 'refused' | 'missing' | 'busy';

/** As large as a photo is sent. */
const idealSize = { width: { ideal: 2560 }, height: { ideal: 1920 } };
const jpegQuality = 0.95;

/**
 * Whether a page may try to show the camera: there is one, and the user has not refused it before. Without TLS a browser offers
 * none to pages.
 */
export async function canOpenCamera(): Promise<boolean> {
  if (!('mediaDevices' in navigator)) return false;
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.some(({ kind }) => kind === 'videoinput') && (await permissionState()) !== 'denied';
}

async function permissionState(): Promise<PermissionState | undefined> {
  const status = await navigator.permissions?.query({ name: 'camera' }).catch(() => undefined);
  return status?.state;
}

/**
 * Shows the camera at the back of the device in a video element, and ends it with the component.
 * @returns the state, how to try again, and how to take a photo
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<'starting' | 'on' | CameraError>('starting');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts the camera again
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isUnmounted = false;
    async function start(): Promise<void> {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', ...idealSize } });
        if (isUnmounted || !video.current) return stop(stream);
        // A locked phone, or another app, ends the camera.
        for (const track of stream.getTracks()) track.addEventListener('ended', () => setState('busy'));
        video.current.srcObject = stream;
        await video.current.play();
        if (!isUnmounted) setState('on');
      } catch (error) {
        if (!isUnmounted) setState(errorOf(error));
      }
    }
    setState('starting');
    void start();
    return () => {
      isUnmounted = true;
      if (stream) stop(stream);
    };
  }, [attempt]);
  return {
    state,
    retry: (): void => setAttempt(attempt + 1),
    takePhoto: (): Promise<File | undefined> => captureFrame(video.current),
  };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function errorOf(error: unknown): CameraError {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

/** @returns undefined while the video has no picture */
async function captureFrame(video: HTMLVideoElement | null): Promise<File | undefined> {
  if (!video || video.videoWidth === 0) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  return blob ? new File([blob], photoName(new Date()), { type: 'image/jpeg' }) : undefined;
}

/** Different for all photos of a ticket: the queue recognizes by the name what it has sent already. */
const photoName = (now: Date): string => `photo-${now.toISOString().replaceAll(/[:.]/g, '-').replace('Z', '')}.jpg`;
