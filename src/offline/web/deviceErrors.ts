/** The message if the device has no space left. */
export const DEVICE_FULL =
  'This device is full: nothing more can be stored on it. Free up some space, or find a connection.'

/** Whether storing failed because the browser had no space left. */
export const isDeviceFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/** Returns a message for an error on the device itself. */
export function describeDeviceError(error: unknown): string {
  if (isDeviceFull(error)) return DEVICE_FULL
  return error instanceof Error ? error.message : 'This could not be stored on the device.'
}
