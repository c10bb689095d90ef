/** Why there is no picture (rule 21.6). */
export type CameraFailure = 'refused' | 'missing' | 'busy';

/** With fewer pixels narrow bars are lost. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } };

/** @throws DOMException as `getUserMedia` */
export async function openCamera(deviceId: string | undefined): Promise<MediaStream> {
  // Undefined without https.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException('', 'NotFoundError');
  const which = deviceId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
  return devices.getUserMedia({ audio: false, video: { ...which, ...SIZE } });
}

export function failureOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

/** The camera behind that of a track, in the order of the device; undefined where there is one only. */
export async function nextCamera(track: MediaStreamTrack): Promise<string | undefined> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const cameras = all.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  const { deviceId: own } = track.getSettings();
  const next = cameras[(cameras.findIndex(({ deviceId }) => deviceId === own) + 1) % cameras.length];
  return next?.deviceId === own ? undefined : next?.deviceId;
}

/** Some browsers name what is possible, others whether. */
type Torch = { readonly torch?: boolean | readonly boolean[] };

export function hasLight(track: MediaStreamTrack): boolean {
  const { torch } = (track.getCapabilities?.() ?? {}) as Torch;
  return Array.isArray(torch) ? torch.includes(true) : torch === true;
}

/** @throws DOMException where the device does not follow */
export async function setLight(track: MediaStreamTrack, isOn: boolean): Promise<void> {
  await track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
}
