import { type RefObject, useEffect, useState } from 'react';
import { useStableCallback } from '../../../lib/use-stable.ts';
import { createPicker } from './pick-code.ts';

export type CameraState = 'off' | 'starting' | 'running' | 'refused' | 'missing' | 'busy' | 'noReader';

/** Pause between two pictures, in ms: hands keep the page responsive. */
const PAUSE_MS = 20;
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
};

/** Reads codes from the camera's pictures while it is on; off where the page is not seen (rule 21.6). */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onRead: (text: string) => void) {
  const [state, setState] = useState<CameraState>('off');
  const told = useStableCallback(onRead);
  const isOn = state === 'starting' || state === 'running';
  useEffect(() => {
    if (!isOn) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const fail = (reason: CameraState) => {
      if (!signal.aborted) setState(reason);
    };
    void run(video.current as HTMLVideoElement, { signal, onRead: told, onRunning: () => setState('running'), fail });
    const stopUnseen = () => document.hidden && setState('off');
    document.addEventListener('visibilitychange', stopUnseen);
    return () => {
      document.removeEventListener('visibilitychange', stopUnseen);
      ending.abort();
    };
  }, [isOn, video, told]);
  return { state, isOn, start: () => setState('starting'), stop: () => setState('off') };
}

type Running = {
  signal: AbortSignal;
  onRead: (text: string) => void;
  onRunning: () => void;
  fail: (reason: CameraState) => void;
};

async function run(video: HTMLVideoElement, { signal, onRead, onRunning, fail }: Running): Promise<void> {
  const stream = await openCamera().catch((error: unknown) => fail(reasonOf(error)));
  if (!stream) return;
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  for (const track of stream.getTracks()) track.addEventListener('ended', () => fail('busy'));
  try {
    video.srcObject = stream;
    const [read] = await Promise.all([
      import('./read-frame.ts').then(({ createReader }) => createReader()),
      video.play(),
    ]);
    if (signal.aborted) return;
    onRunning();
    const pick = createPicker();
    while (!signal.aborted) {
      const text = pick(await read(video));
      if (text !== undefined && !signal.aborted) onRead(text);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } catch (error) {
    if (signal.aborted) return;
    reportError(error);
    fail('noReader');
  }
}

async function openCamera(): Promise<MediaStream> {
  // Undefined without https.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException('', 'NotFoundError');
  return devices.getUserMedia(WANTED);
}

function reasonOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}
