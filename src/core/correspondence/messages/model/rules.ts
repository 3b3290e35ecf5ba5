import type { Fault } from '#kernel/model/refusals.ts'

/** The states of a banner on a day. */
export const bannerStates = ['Current', 'Future', 'Past'] as const
export type BannerState = (typeof bannerStates)[number]

/** Returns the state of a banner on a day. First and last day are both current (D20). */
export function getBannerState(banner: { from: string; to: string }, today: string): BannerState {
  if (banner.to < today) return 'Past'
  return banner.from > today ? 'Future' : 'Current'
}

/** Returns a fault of the last day if it is before the first. */
export function getBannerFaults({ from, to }: { from?: string | null; to?: string | null }): Fault[] {
  return from && to && to < from ? [{ field: 'to', message: 'To: the end is before the beginning.' }] : []
}

/**
 * Converts a link to a path of the app, such as `/ReplacementReserveList/12`. The link may be a path, a path
 * after `#`, or a full address under `publicUrl`. Null for a link out of the portal.
 */
export function toPortalPath(url: string, publicUrl: string): string | null {
  const text = url.trim()
  const address =
    publicUrl !== '' && text.startsWith(`${publicUrl}/`) ? text.slice(publicUrl.length + 1) : text
  const path = address.startsWith('/#') ? address.slice(2) : address.replace(/^#/, '')
  return /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path) ? path : null
}
