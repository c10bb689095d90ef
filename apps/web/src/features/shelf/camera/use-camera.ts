import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../../../lib/use-stable.ts';
import { type CameraFailure, failureOf, hasLight, nextCamera, openCamera, setLight } from './open-camera.ts';
import { createPicker } from './pick-code.ts';

/** `muted`: no picture for now; `ended`: none until it is switched on again. */
export type CameraState = 'off' | 'starting' | 'running' | 'muted' | 'ended' | CameraFailure | 'noReader';

/** What a camera that is on has. */
type Device = {
  readonly track: MediaStreamTrack;
  /** Another camera; undefined where there is none. */
  readonly next: string | undefined;
  readonly light: 'none' | 'off' | 'on' | 'failed';
};

/** Pause between two pictures, in ms: hands keep the page responsive. */
const PAUSE_MS = 20;
const ON: readonly CameraState[] = ['starting', 'running', 'muted'];

/** Reads codes from the camera's pictures while it is on; off where the page is not seen (rule 21.6). */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onRead: (text: string) => void) {
  const [state, setState] = useState<CameraState>('off');
  const [device, setDevice] = useState<Device>();
  const chosen = useRef<string>(undefined);
  /** Each start is one run. */
  const [run, setRun] = useState(0);
  const told = useStableCallback(onRead);
  const isOn = ON.includes(state);
  useEffect(() => {
    if (!isOn) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const whileOn =
      <Value>(set: (value: Value) => void) =>
      (value: Value) => {
        if (!signal.aborted) set(value);
      };
    const onState = whileOn(setState);
    const element = video.current as HTMLVideoElement;
    void readPictures(element, chosen.current, { signal, onRead: told, onState, onDevice: whileOn(setDevice) });
    const stopUnseen = () => document.hidden && setState('off');
    document.addEventListener('visibilitychange', stopUnseen);
    return () => {
      document.removeEventListener('visibilitychange', stopUnseen);
      ending.abort();
      setDevice(undefined);
    };
  }, [isOn, run, video, told]);
  const start = (deviceId?: string) => {
    chosen.current = deviceId;
    setState('starting');
    setRun((before) => before + 1);
  };
  const switchLight = async ({ track, light }: Device) => {
    const isLit = light !== 'on';
    const now = await setLight(track, isLit).then(
      () => (isLit ? ('on' as const) : ('off' as const)),
      () => 'failed' as const,
    );
    setDevice((before) => (before?.track === track ? { ...before, light: now } : before));
  };
  return {
    state,
    isOn,
    light: device?.light ?? 'none',
    hasOther: device?.next !== undefined,
    start: () => start(chosen.current),
    stop: () => setState('off'),
    takeOther: () => start(device?.next),
    switchLight: () => device && void switchLight(device),
  };
}

type Running = {
  signal: AbortSignal;
  onRead: (text: string) => void;
  onState: (state: CameraState) => void;
  onDevice: (device: Device) => void;
};

async function readPictures(
  video: HTMLVideoElement,
  deviceId: string | undefined,
  { signal, onRead, onState, onDevice }: Running,
): Promise<void> {
  // One that was chosen may have been unplugged since.
  const stream = await openCamera(deviceId)
    .catch((error: unknown) => (deviceId === undefined ? Promise.reject(error) : openCamera(undefined)))
    .catch((error: unknown) => onState(failureOf(error)));
  if (!stream) return;
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    // A later run may have put its own there.
    if (video.srcObject === stream) video.srcObject = null;
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  const [track] = stream.getVideoTracks();
  if (!track) return onState('missing');
  let isReading = false;
  const tell = () =>
    onState(track.readyState === 'ended' ? 'ended' : track.muted ? 'muted' : isReading ? 'running' : 'starting');
  for (const change of ['mute', 'unmute', 'ended']) track.addEventListener(change, tell);
  tell();
  try {
    video.srcObject = stream;
    await video.play();
  } catch {
    return onState('busy');
  }
  // What the device has may be told late, or never.
  void (async () => {
    const light = hasLight(track) ? 'off' : 'none';
    onDevice({ track, next: undefined, light });
    const next = await nextCamera(track);
    if (next !== undefined) onDevice({ track, next, light });
  })().catch((error: unknown) => reportError(error));
  try {
    const read = await import('./read-frame.ts').then(({ createReader }) => createReader());
    isReading = true;
    tell();
    const pick = createPicker();
    while (!signal.aborted) {
      const text = pick(await read(video));
      if (text !== undefined && !signal.aborted) onRead(text);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } catch (error) {
    if (signal.aborted) return;
    reportError(error);
    onState('noReader');
  }
}
