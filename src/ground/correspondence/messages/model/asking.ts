import type { Way } from '#kernel/model/refusals.ts'

/** A message to begin: its subject by name and page, its property, and its first words. */
export type Question = { propertyId: number; about: string; url?: string; words: string }

/** The screen on which messages are written. */
const messagesPath = '/Messages'

/** Leads from a refusal to a message that asks the agency. */
export function wayToAsk(label: string, { propertyId, ...question }: Question): Way {
  const search = new URLSearchParams({ propertyId: String(propertyId), ...question })
  return { label, to: `${messagesPath}?${search}` }
}

/** The message that an address begins; null where it begins none. */
export function questionIn(search: URLSearchParams): Question | null {
  const text = search.get('words')
  if (!text) return null
  const url = search.get('url')
  return {
    propertyId: Number(search.get('propertyId') ?? 0),
    about: search.get('about') ?? '',
    ...(url && { url }),
    words: text,
  }
}
