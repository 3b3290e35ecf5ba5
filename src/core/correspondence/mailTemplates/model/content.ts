import { fillPlaceholders, getUnknownPlaceholders } from '#core/correspondence/letters/model/index.ts'
import { escapeHtml } from '#core/correspondence/outbox/model/index.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { MailKind } from './entities.ts'
import { placeholders } from './placeholders.ts'

/** A mail before its placeholders are filled. `own` are the template's own placeholders. */
export type MailContent = {
  kind: MailKind
  subject: string
  body: string
  own?: readonly { name: string; value: string }[]
}

/** Matches the name of a placeholder: a letter, then letters, digits and underscores. */
const PLACEHOLDER_NAME = /^[A-Za-z]\w*$/
/** Matches a Social Security number, which no mail may contain. */
const SOCIAL_SECURITY = /\b\d{3}-\d{2}-\d{4}\b/

const getAllowedNames = ({ kind, own = [] }: Pick<MailContent, 'kind' | 'own'>): string[] => [
  ...placeholders[kind].map((placeholder) => placeholder.name),
  ...own.map((item) => item.name),
]

/**
 * Returns all faults of a mail's text and own placeholders with their fields. `names` says under which field
 * names the caller's form has the body and the own placeholders.
 */
export function getContentFaults(content: MailContent, names: { body: string; own?: string }): Fault[] {
  const { subject, body, own: ownPlaceholders = [] } = content
  const placeholderNames = getAllowedNames(content)
  const isDuplicate = (name: string) => placeholderNames.indexOf(name) !== placeholderNames.lastIndexOf(name)
  const faults = getTextFaults(subject, body, placeholderNames, names.body)
  ownPlaceholders.forEach(({ name }, index) => {
    const field = `${names.own ?? 'own'}.${index}.name`
    if (!PLACEHOLDER_NAME.test(name))
      faults.push({ field, message: 'Name: begin with a letter, then letters and digits.' })
    else if (isDuplicate(name)) faults.push({ field, message: 'Name: this placeholder exists already.' })
  })
  return faults
}

/** Returns the faults of a subject and text, which may use the placeholders in `placeholderNames`. */
export function getTextFaults(
  subject: string,
  body: string,
  placeholderNames: readonly string[],
  bodyField: string,
): Fault[] {
  const faults: Fault[] = []
  if (/\p{Cc}/u.test(subject)) faults.push({ field: 'subject', message: 'Subject: write it in one line.' })
  for (const [field, label, text] of [
    ['subject', 'Subject', subject],
    [bodyField, 'Text', body],
  ] as const) {
    for (const name of getUnknownPlaceholders(text, placeholderNames))
      faults.push({ field, message: `${label}: there is no placeholder {{${name}}} for mail of this kind.` })
    if (/\{\{|\}\}/.test(text.replaceAll(/\{\{[^{}]*\}\}/g, '')))
      faults.push({
        field,
        message: `${label}: write a placeholder with two braces on each side, such as {{today}}.`,
      })
    if (SOCIAL_SECURITY.test(text))
      faults.push({ field, message: `${label}: leave out Social Security numbers; mail is read by many.` })
  }
  return faults
}

/** Returns the placeholders used in a mail that have no value. */
export function getMissingPlaceholders(
  { subject, body }: Pick<MailContent, 'subject' | 'body'>,
  values: Record<string, string>,
): string[] {
  const filled = Object.keys(values).filter((name) => values[name] !== '')
  return getUnknownPlaceholders(`${subject} ${body}`, filled)
}

/** Fills the values into the subject and the rich text, in which they are escaped. */
export function fillContent(
  { subject, body }: Pick<MailContent, 'subject' | 'body'>,
  values: Record<string, string>,
) {
  const escaped = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]))
  return {
    subject: fillPlaceholders(subject, values).replaceAll(/\p{Cc}+/gu, ' '),
    html: fillPlaceholders(body, escaped),
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
}

/**
 * Converts cleaned rich text to plain text: list items get a bullet, and links are followed by their address.
 */
export function convertHtmlToText(html: string): string {
  return html
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, address: string, text: string) =>
      text.includes(address) ? text : `${text} (${address})`,
    )
    .replaceAll(/<li>(\s*<p>)?/g, '\n• ')
    .replaceAll(/<\/p>\s*<\/li>/g, '')
    .replaceAll(/<br ?\/?>/g, '\n')
    .replaceAll(/<hr ?\/?>/g, '\n----\n\n')
    .replaceAll(/<\/(ul|ol)>/g, '\n\n')
    .replaceAll(/<\/(p|h2|h3|blockquote)>/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
