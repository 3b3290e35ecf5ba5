import sanitize from 'sanitize-html'
import { refuse } from '#kernel/model/refusals.ts'

const options: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'hr'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  // An address such as //host has no scheme but leads out of the portal.
  allowProtocolRelative: false,
  transformTags: { b: 'strong', i: 'em', h1: 'h2', h4: 'h3', div: 'p' },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
  disallowedTagsMode: 'discard',
}

/**
 * The limits of HTML that is parsed: characters and nesting depth. People's texts are far below them.
 */
const MAX_CHARACTERS = 200_000
const MAX_DEPTH = 60

/**
 * Estimates the nesting depth of tags without parsing the HTML, in linear time.
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
 * Removes everything from rich text that could run or load content. Text tags and links by http(s), mailto or
 * within the portal remain. Returns '' if no text remains. Refuses text that is too large to be parsed.
 */
export function cleanHtml(html: string): string {
  if (html.length > MAX_CHARACTERS || computeDepth(html) > MAX_DEPTH)
    refuse.invalid([
      { field: '', message: 'The text is too long or too deeply nested. Paste it without formatting.' },
    ])
  const clean = sanitize(html, options).trim()
  return hasText(clean) ? clean : ''
}

/** Whether the HTML contains any text. */
const hasText = (html: string): boolean =>
  sanitize(html, { allowedTags: [], allowedAttributes: {} }).replaceAll(/&nbsp;|\s/g, '') !== ''
