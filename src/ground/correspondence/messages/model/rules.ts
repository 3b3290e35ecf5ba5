import type { Fault } from '#kernel/model/refusals.ts'

/** Whether a banner is current, past or still to come on a day. */
export const bannerStates = ['Current', 'Future', 'Past'] as const
export type BannerState = (typeof bannerStates)[number]

/** Whether a banner is shown on a day: from its first to its last day, both included (D20). */
export function bannerState(banner: { from: string; to: string }, today: string): BannerState {
  if (banner.to < today) return 'Past'
  return banner.from > today ? 'Future' : 'Current'
}

/** Refuses a banner whose last day is before its first, at the last day. */
export function bannerFaults({ from, to }: { from?: string | null; to?: string | null }): Fault[] {
  return from && to && to < from ? [{ field: 'to', message: 'To: the end is before the beginning.' }] : []
}

/**
 * A link as a path of the app, such as `/ReplacementReserveList/12`: given as a path, after `#`, or as a full
 * address under `publicUrl`. Null for a link that leads out of the portal.
 */
export function portalPath(url: string, publicUrl: string): string | null {
  const text = url.trim()
  const address =
    publicUrl !== '' && text.startsWith(`${publicUrl}/`) ? text.slice(publicUrl.length + 1) : text
  const path = address.startsWith('/#') ? address.slice(2) : address.replace(/^#/, '')
  return /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path) ? path : null
}
