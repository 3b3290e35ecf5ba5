/** Converts the upper-case, abbreviated names of the source files into ordinary names. */

const abbreviations: Record<string, string> = {
  APARTMEN: 'APARTMENTS',
  APT: 'APARTMENTS',
  APTS: 'APARTMENTS',
  ASSN: 'ASSOCIATION',
  AUTH: 'AUTHORITY',
  COMM: 'COMMUNITY',
  CORP: 'CORPORATION',
  CORPORA: 'CORPORATION',
  CORPORAT: 'CORPORATION',
  CTR: 'CENTER',
  DEV: 'DEVELOPMENT',
  DEVELOPME: 'DEVELOPMENT',
  EST: 'ESTATES',
  HGTS: 'HEIGHTS',
  HOUSIN: 'HOUSING',
  HSG: 'HOUSING',
  HSNG: 'HOUSING',
  HTS: 'HEIGHTS',
  MGMT: 'MANAGEMENT',
  MTN: 'MOUNTAIN',
  PROJE: 'PROJECT',
  PROP: 'PROPERTIES',
  PROPERTIE: 'PROPERTIES',
  RRH: 'RURAL RENTAL HOUSING',
  SCH: 'SENIOR CITIZENS HOUSING',
  SR: 'SENIOR',
  SRS: 'SENIORS',
  VILLS: 'VILLAS',
  VLG: 'VILLAGE',
}
/** Replacements that depend on the neighboring words: [pattern, replacement]. */
const phraseReplacements: [RegExp, string][] = [
  [/\bL\.? ?P\.?$/, 'LP'],
  [/\b(MACO|BELL) (MANAGEMENT|MGMT\.? CO\.?)$/, ''],
  [/\bAFFORDAB LE\b/, 'AFFORDABLE'],
  [/\bSC HSG\b/, 'SENIOR CITIZENS HOUSING'],
  [/\bRH CORP\b/, 'RURAL HOUSING CORPORATION'],
  [/\b(SR|SENIOR) CIT\b/, 'SENIOR CITIZENS'],
  [/\bPH (?=[IVX]+\b|\d)/, 'PHASE '],
  [/\bMT (?=[A-Z])/, 'MOUNT '],
  [/\bCO (?=(AFFORDABLE|SENIOR|SR|HSNG|HSG)\b)/, 'COUNTY '],
  [/\bAFFORDABLE HO$/, 'AFFORDABLE HOUSING'],
  [/\bCOMMUNI$/, 'COMMUNITY'],
  [/ PHASE$| LIHTC$|\/SCAT$/, ''],
  [/\bCO\.?,? INC\b/, 'COMPANY INC'],
  [/\b(HOUSING|HSG|HSNG|SCH|SENIOR CENTER|CENTER|LEISURE) ASSOC\b/, '$1 ASSOCIATION'],
  [/\bASS'$/, 'ASSOCIATION'],
  [/\bASSOC\b(?!\.)/, 'ASSOCIATES'],
  [/\b(LHA|HA)$/, 'HOUSING AUTHORITY'],
  [/\bLIPH$/, 'PUBLIC HOUSING'],
  [/\b(?<=\w )IN$/, 'INC'],
  [/\b(ST|STE)\. ?(?=[A-Z])/, '$1 '],
  [/\bNO (?=\d)/, 'NO. '],
  [/\bST (?=(APARTMENTS|APTS|APT)\b)|\bST$/, 'STREET '],
]
const numerals = /^(I{1,3}|IV|VI{0,3}|VIX|IX|XI{0,2}|IA|IB|IIB)$/
/** Words and abbreviations that remain in upper case. */
const upperCaseWords = new Set(
  'AHEPA CMC DBA DZF HRM JVL LC LLC LP MACO MROP NBA NCR NE NPD NW PH RHF SE SS SW VOA WCSA'.split(' '),
)
const lowercaseWords = new Set('a and at by de del des for in of on or the to'.split(' '))

/** Replaces the abbreviations in an upper-case name by the full words. */
function expandAbbreviations(upperCase: string): string {
  let text = upperCase
    .replace(/,(?=\S)/g, ', ')
    .replace(/\s+/g, ' ')
    .trim()
  for (const [pattern, replacement] of phraseReplacements) text = text.replace(pattern, replacement).trim()
  return text
    .split(' ')
    .map((word) => {
      const bare = word.replace(/[.,]+$/, '')
      const full = abbreviations[bare] ?? (/^[A-Z]{4,}\.$/.test(word) ? bare : undefined)
      return full ? full + (word.endsWith(',') ? ',' : '') : word
    })
    .join(' ')
    .replace(/\b([A-Z]+) \1\b/g, '$1')
    .replace(/,\s+(LP|INC|LLC)\b/, ' $1')
}

/** Converts a word to lower case with a capital first letter, also in names such as McCrary and O'Fallon. */
function capitalize(word: string): string {
  const lower = word.toLowerCase()
  const capitalized = lower.replace(
    /^(\W*)([a-z])/,
    (_, before: string, first: string) => before + first.toUpperCase(),
  )
  return capitalized
    .replace(/^Mc([a-z])(?=[a-z]{2})/, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/^([DO])'([a-z])/, (_, letter: string, next: string) => `${letter}'${next.toUpperCase()}`)
}

/** Converts an upper-case word of a name to title case. `position` is its place in the name. */
function toTitleCase(word: string, position: number): string {
  const bare = word.replace(/[^A-Z0-9&]/g, '')
  if (numerals.test(bare) || upperCaseWords.has(bare) || /^([A-Z]\.){2,}$/.test(word)) return word
  if (/^[A-Z](&[A-Z])+$|^[A-Z]{1,2}&[A-Z]$/.test(bare)) return word
  if (bare === 'ST' || bare === 'STE') return `${capitalize(bare)}.`
  if (position > 0 && lowercaseWords.has(word.toLowerCase())) return word.toLowerCase()
  return word
    .split(/(?<=[-/(])/)
    .map(capitalize)
    .join('')
}

const isUpperCase = (text: string): boolean => !/[a-z]{2}/.test(text.replace(/\bAKA\b/i, ''))

/**
 * Returns the name of a property or company in title case without the usual abbreviations ("TRENTON HGTS
 * APTS" → "Trenton Heights Apartments"). In a name that is already in mixed case, only the spaces are
 * cleaned up.
 */
export function toProperName(raw: string): string {
  const text = raw.replace(/\s+/g, ' ').trim()
  const article = /^(.*), (The)$/i.exec(text)
  if (article) return toProperName(`${article[2]} ${article[1]}`)
  if (!isUpperCase(text)) return text
  return expandAbbreviations(text)
    .split(' ')
    .map(toTitleCase)
    .join(' ')
    .replace(/\bLtd$/, 'Ltd.')
    .replace(/\bInc\.?$/, 'Inc.')
}

/**
 * Returns the name of a company. The source truncates names at 31 or 32 characters, so in a name of that
 * length a truncated last word is completed if it is obvious.
 */
export function toCompanyName(raw: string): string {
  const completedName =
    raw.length >= 31
      ? raw
          .replace(/,? I$/, ' INC')
          .replace(/\bH$/, 'HOUSING')
          .replace(/\bCENTE$/, 'CENTER')
      : raw
  return toProperName(completedName.replace(/ OF [A-Z]{1,2}$/, '').replace(/,? INC\.?$/, ' INC'))
}

/**
 * Returns a street address in title case. In an address that is already in mixed case only the spaces are
 * cleaned up.
 */
export function toProperStreet(raw: string): string {
  const text = raw.replace(/\s+/g, ' ').trim()
  if (!isUpperCase(text)) return text
  return text
    .split(' ')
    .map((word) => {
      if (/^(N|S|E|W|NE|NW|SE|SW|US|PO|RR|HC)\.?$/.test(word)) return word
      if (/^[#\d]/.test(word)) return /^\d+(ST|ND|RD|TH)\b/.test(word) ? word.toLowerCase() : word
      if (/^(AND|AT|OF|TO)$/.test(word)) return word.toLowerCase()
      if (/^[A-Z]{1,2}$/.test(word) && !/^(ST|DR|RD|LN|CT|PL)$/.test(word)) return word
      if (/^([A-Z]\.){2,}$|^DZF$/.test(word)) return word
      return word
        .split(/(?<=[-/(])/)
        .map(capitalize)
        .join('')
    })
    .join(' ')
}
