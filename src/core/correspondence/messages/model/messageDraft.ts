import type { AlternativeLink } from '#kernel/model/refusals.ts'

/** A message to start: its property, its subject (`about` and the page `url`), and its initial text. */
export type MessageDraft = { propertyId: number; about: string; url?: string; words: string }

/** The path of the screen on which messages are written. */
const messagesPath = '/Messages'

/** Builds the link from a refusal to a new message that asks the agency. */
export function buildAskLink(label: string, { propertyId, ...question }: MessageDraft): AlternativeLink {
  const search = new URLSearchParams({ propertyId: String(propertyId), ...question })
  return { label, to: `${messagesPath}?${search}` }
}

/** Reads the message to start from an address; null if the address has none. */
export function readMessageDraft(search: URLSearchParams): MessageDraft | null {
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
