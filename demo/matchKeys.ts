import { normalizeCity } from './geography.ts'
import type { SourceRecord } from './sources.ts'

/** The keys that are compared to find records of the same property. */
export type MatchKeys = {
  /** The house number and the street, without suffix and direction, of every address in the record. */
  addresses: string[]
  /** The streets without house numbers. */
  streets: string[]
  /** The words that distinguish the name from others in its city. */
  words: ReadonlySet<string>
  /** Whether the name has no distinguishing words. */
  isGeneric: boolean
  /** The phase or number within a series ("II", "#2", "Phase 2"), or null. */
  phase: number | null
  city: string
}

const streetSuffixes =
  /\b(STREET|ST|AVENUE|AVE|ROAD|RD|DRIVE|DRIV|DR|LANE|LN|COURT|CT|CIRCLE|CIR|BOULEVARD|BLVD|PLACE|PL|TERRACE|TER|PARKWAY|PKWY|CAMPUS|N|S|E|W|NE|NW|SE|SW|NORTH|SOUTH|EAST|WEST|STATE|US|COUNTY)\b/g
const ordinals: Record<string, string> = {
  FIRST: '1ST',
  SECOND: '2ND',
  THIRD: '3RD',
  FOURTH: '4TH',
  FIFTH: '5TH',
  SIXTH: '6TH',
  SEVENTH: '7TH',
  EIGHTH: '8TH',
  NINTH: '9TH',
  TENTH: '10TH',
}

/** Splits an address into its house number and a key of its street, which is equal for all spellings. */
function getStreetKey(street: string): { number: string; name: string } {
  const text = street
    .toUpperCase()
    .replace(/\b(APT|BLDG|UNIT|STE|OFC|#).*$/, '')
    .replace(/[.,]/g, '')
    .replace(/\b[A-Z]+\b/g, (word) => ordinals[word] ?? word)
    .replace(/\bHIGHWAY\b/g, 'HWY')
    .replace(/\bSAINT\b/g, 'ST')
  const match = /^(\d+)[A-Z]?(?:-\d+)?(?: TO \d+)? (.*)$/.exec(text.trim())
  const name = (match?.[2] ?? text).replace(/\bST (?=[A-Z]{3})/g, 'SAINT ').replace(streetSuffixes, ' ')
  return { number: match?.[1] ?? '', name: name.replace(/[^A-Z0-9]/g, '') }
}

/** Words that do not distinguish the name of a property from others. */
const commonWords = new Set(
  (
    'A AND AT FOR IN OF ON THE PHASE APARTMENT APARTMENTS HOUSING HOMES HOME LP INC LTD LLC CORPORATION ASSOCIATION ' +
    'ASSOCIATES PROJECT PROPERTIES LIVING COMMUNITY COMPLEX LIHTC PUBLIC SENIOR SENIORS CITIZEN CITIZENS ELDERLY'
  ).split(' '),
)
const numerals = new Map(
  'I II III IV V VI VII VIII IX X XI XII'.split(' ').map((numeral, index) => [numeral, index + 1]),
)

/** Returns the number of the phase in the words of a name. Null if there is none or more than one. */
function findPhase(words: string[]): number | null {
  const numbers = words.flatMap((word, index) => {
    if (numerals.has(word) && !(word === 'X' && index === 0)) return [numerals.get(word) ?? 0]
    return /^#?\d$/.test(word) && index > 0 ? [Number(word.replace('#', ''))] : []
  })
  return numbers.length === 1 ? (numbers[0] ?? null) : null
}

/** Returns the keys by which a record is compared with the records of other sources. */
export function getMatchKeys(record: SourceRecord): MatchKeys {
  const keys = [record.street, ...record.otherStreets].filter(Boolean).map(getStreetKey)
  const nameWords = record.name
    .toUpperCase()
    .replace(/[.']/g, '')
    .split(/[^A-Z0-9#]+/)
    .filter(Boolean)
  const significant = nameWords.filter(
    (word) => !commonWords.has(word) && !numerals.has(word) && !/^#?\d$/.test(word),
  )
  const city = normalizeCity(record.city)
  const cityWords = new Set(record.city.toUpperCase().replace(/[.']/g, '').split(/\s+/))
  const withoutCity = significant.filter((word) => !cityWords.has(word))
  return {
    addresses: keys.filter((key) => key.number && key.name).map((key) => `${key.number} ${key.name}`),
    streets: keys.map((key) => key.name).filter((name) => name.length > 2),
    words: new Set(withoutCity.length > 0 ? withoutCity : significant),
    isGeneric: withoutCity.length === 0,
    phase: findPhase(nameWords),
    city,
  }
}

/** Returns the agreement of two names: 1 if every distinguishing word is in both, 0 if none is. */
export function computeNameAgreement(a: MatchKeys, b: MatchKeys): number {
  const sharedCount = [...a.words].filter((word) => b.words.has(word)).length
  const allWords = new Set([...a.words, ...b.words]).size
  return allWords === 0 ? 0 : sharedCount / allWords
}

/** Whether the longer name contains all distinguishing words of the shorter one. */
export function isNameContained(a: MatchKeys, b: MatchKeys): boolean {
  const [short, long] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words]
  return short.size > 0 && [...short].every((word) => long.has(word))
}
