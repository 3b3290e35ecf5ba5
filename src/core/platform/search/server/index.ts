import { slot } from '#kernel/server/module.ts'
import { type Served, serveOnce } from '#kernel/server/serve.ts'
import { findAnything, MAX_OF_A_KIND, MIN_CHARACTERS, type SearchResult } from '../model/calls.ts'
import { EXACT_NUMBER } from './searchable.ts'

export {
  createNumberSearch,
  MAX_SCORED,
  matchesNameSql,
  matchesPhoneSql,
  matchesZipSql,
  type Searchable,
} from './searchable.ts'

/** Matches the number of a record, with or without the letters before it. */
const RECORD_NUMBER = /^([a-z][a-z\d]*?)?[\s#-]*0*(\d{1,9})$/

/** Matches the prefix of a property's number as it is printed: "LIHTC #16-048". */
const PRINTED_PREFIX = /^[a-z ]*#\s*(?=\S)/
/** Matches a phone number, or the last seven or more digits of one. */
const PHONE = /^(?=(?:\D*\d){7,11}\D*$)[\d\s().+-]+$/
const ZIP = /^\d{5}(?=$|-\d{4}$)/

/** Builds the one statement that searches all kinds. Throws if two kinds have the same name. */
const getStatement = slot('searchable', (searchables) => {
  if (new Set(searchables.map((searchable) => searchable.kind)).size < searchables.length)
    throw new Error('Two kinds of results are the same.')
  const kinds = searchables.toSorted((searchable, other) => searchable.order - other.order)
  const kindQueries = kinds.map(
    ({ kind, rows, opens }) =>
      `found_${kind} (id, property_id, label, detail, score${opens ? ', path' : ''}) as (${rows} order by 5 desc, 3, 1 limit $2)`,
  )
  return `with ${kindQueries.join(',\n  ')}
  select kind, id, property_id as "propertyId", label, detail, path as "to" from (
    ${kinds
      .map(
        ({ kind, opens }, part) =>
          `select ${part} as part, '${kind}' as kind, id, property_id, label, detail, score, ${opens ? 'path' : 'null::text as path'} from found_${kind}`,
      )
      .join(' union all ')}) found
  where length($1) >= ${MIN_CHARACTERS} order by ($5 <> '' and score = ${EXACT_NUMBER}) desc, part, score desc, label, id`
})

/**
 * Returns a LIKE pattern for text that contains these words in this order. Pattern characters in the words
 * are escaped.
 */
const getPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\s+/g, '%')}%`

/** Every call that the search module answers. */
export const served: Served[] = [
  serveOnce(
    findAnything,
    ({ query }) => {
      const input = query.text.trim().toLowerCase()
      const [, letters = '', number = null] = RECORD_NUMBER.exec(input) ?? []
      const searchText = input.replace(PRINTED_PREFIX, '')
      const phone = PHONE.test(searchText)
        ? searchText.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
        : null
      const zip = ZIP.exec(searchText)?.[0] ?? null
      return {
        text: getStatement(),
        values: [searchText, MAX_OF_A_KIND, number, getPattern(searchText), letters, phone, zip],
      }
    },
    (matches: SearchResult[]) => matches,
  ),
]
