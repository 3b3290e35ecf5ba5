import sanitize from 'sanitize-html'
import { refuse } from '#kernel/model/refusals.ts'

const options: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'hr'],
  allowedAttributes: { a: ['href'] },
  // Addresses without a scheme must stay within the portal.
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { b: 'strong', i: 'em', h1: 'h2', h4: 'h3', div: 'p' },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
  disallowedTagsMode: 'discard',
}

/**
 * Limits of the HTML that is parsed: characters and nesting depth. Text that people write has a few hundred
 * tags.
 */
const MOST_CHARACTERS = 200_000
const DEEPEST = 60

/**
 * How deep tags lie in each other, as far as that is seen without taking the text apart; linear in its
 * length.
 */
function computeDepth(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of html.matchAll(/<\/?[a-z][^<>]*/gi)) {
    if (/^<(br|hr|img)\b/i.test(tag) || tag.endsWith('/')) continue
    depth = Math.max(0, depth + (tag.startsWith('</') ? -1 : 1))
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/**
 * Rich text without anything that could run or load: a few tags of text, links by http(s), mailto or within
 * the portal. Refused (422) when it is too large to be looked at.
 */
export function cleanHtml(html: string): string {
  if (html.length > MOST_CHARACTERS || computeDepth(html) > DEEPEST)
    refuse.invalid([
      { field: '', message: 'The text is too long or too deeply nested. Paste it without formatting.' },
    ])
  const clean = sanitize(html, options).trim()
  return hasText(clean) ? clean : ''
}

/** Whether anything is left to read. */
const hasText = (html: string): boolean =>
  sanitize(html, { allowedTags: [], allowedAttributes: {} }).replaceAll(/&nbsp;|\s/g, '') !== ''
