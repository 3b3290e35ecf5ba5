import { milesBetween } from './geography.ts'
import { type MatchKeys, matchKeys, nameAgreement, nameContained } from './matchKeys.ts'
import type { SourceRecord } from './sources.ts'

/** Two records of different sources that are possibly the same property, and the decision about them. */
export type Judgement = {
  a: SourceRecord
  b: SourceRecord
  verdict: 'same' | 'uncertain'
  reason: string
  /** A higher value is more certain. Pairs are processed in this order. */
  strength: number
}

type Evidence = {
  sameAddress: boolean
  sameStreet: boolean
  agreement: number
  contained: boolean
  generic: boolean
  phase: 'same' | 'one without' | 'different'
  miles: number | null
  vague: boolean
  units: 'equal' | 'near' | 'different' | 'unknown'
}

function compareUnits(a: number | null, b: number | null): Evidence['units'] {
  if (!a || !b) return 'unknown'
  if (a === b) return 'equal'
  return Math.max(a, b) / Math.min(a, b) <= 1.6 ? 'near' : 'different'
}

function comparePhase(a: MatchKeys, b: MatchKeys): Evidence['phase'] {
  if (a.phase === b.phase) return 'same'
  return a.phase === null || b.phase === null ? 'one without' : 'different'
}

const isVague = (record: SourceRecord): boolean =>
  record.coordinateQuality <= 1 || !/^\d/.test(record.street) || /^(RR|HC|PO|ROUTE)\b/i.test(record.street)

const located = (record: SourceRecord): { latitude: number; longitude: number } | null =>
  record.latitude === null || record.longitude === null
    ? null
    : { latitude: record.latitude, longitude: record.longitude }

function weigh(a: SourceRecord, b: SourceRecord, keysA: MatchKeys, keysB: MatchKeys): Evidence {
  const [placeA, placeB] = [located(a), located(b)]
  return {
    sameAddress: keysA.addresses.some((address) => keysB.addresses.includes(address)),
    sameStreet: keysA.streets.some((street) => keysB.streets.includes(street)),
    agreement: nameAgreement(keysA, keysB),
    contained: nameContained(keysA, keysB),
    generic: keysA.generic || keysB.generic,
    phase: comparePhase(keysA, keysB),
    miles: placeA && placeB ? milesBetween(placeA, placeB) : null,
    vague: isVague(a) || isVague(b),
    units: compareUnits(a.units, b.units),
  }
}

type Finding = Pick<Judgement, 'verdict' | 'reason' | 'strength'>

const makeMatch = (strength: number, reason: string): Finding => ({ verdict: 'same', reason, strength })
const uncertain = (reason: string): Finding => ({ verdict: 'uncertain', reason, strength: 0 })

function atOneAddress(evidence: Evidence): Finding | null {
  const namesAgree = evidence.agreement >= 0.5 || evidence.contained
  if (evidence.units === 'different') return uncertain('same address, but the unit counts are far apart')
  if (namesAgree && evidence.phase === 'same')
    return makeMatch(100 + evidence.agreement, 'same address and name')
  if (namesAgree && evidence.units === 'equal')
    return makeMatch(95, 'same address, name and unit count; only one names a phase')
  if (namesAgree) return makeMatch(90 + evidence.agreement, 'same address and name; only one names a phase')
  if (evidence.units === 'equal') return makeMatch(80, 'same address and unit count under different names')
  return uncertain('same address, but the names differ')
}

function byName(evidence: Evidence): Finding | null {
  const near = evidence.miles !== null && evidence.miles <= 0.35
  const sameName = evidence.agreement === 1 && !evidence.generic
  const far = evidence.miles === null ? '' : ` (${evidence.miles.toFixed(2)} miles apart)`
  if (evidence.units === 'different')
    return sameName ? uncertain('same name in one city, but unit counts far apart') : null
  if (evidence.phase === 'same') {
    if (sameName && near) return makeMatch(75, `same name${far}`)
    if (sameName && evidence.sameStreet && (evidence.vague || (evidence.miles ?? 0) <= 1)) {
      return makeMatch(70, 'same name and street, without the same house number')
    }
    if (sameName && evidence.units === 'equal')
      return makeMatch(65, `same name and unit count in one city${far}`)
    if (sameName && evidence.vague)
      return makeMatch(60, 'same name in one city; one address is a rural route or has no number')
  }
  if (sameName && evidence.phase === 'one without') {
    return near ? uncertain(`same name nearby, but only one names a phase${far}`) : null
  }
  if (sameName) return uncertain(`same name in one city, but at another address${far}`)
  return evidence.agreement >= 0.5 && near ? uncertain(`like name nearby${far}`) : null
}

/**
 * Judges a development, which has no address. It is an existing property only if it rehabilitates one with
 * exactly the same name.
 */
function ofDevelopment(development: SourceRecord, evidence: Evidence): Finding | null {
  if (!/Rehab/i.test(development.line.construction_type ?? '')) return null
  if (evidence.generic || evidence.phase !== 'same' || evidence.agreement < 1) return null
  if (evidence.units === 'different')
    return uncertain('rehabilitation of a like-named property with another unit count')
  return makeMatch(50, 'rehabilitation of the property of this name in this city')
}

function judge(
  a: SourceRecord,
  b: SourceRecord,
  keys: (record: SourceRecord) => MatchKeys,
): Judgement | null {
  const evidence = weigh(a, b, keys(a), keys(b))
  if (evidence.phase === 'different') return null
  let finding: Finding | null
  if (b.source === '2025 development') finding = ofDevelopment(b, evidence)
  else finding = evidence.sameAddress ? atOneAddress(evidence) : byName(evidence)
  return finding ? { a, b, ...finding } : null
}

/**
 * Returns every pair of records from different sources in the same city or ZIP code that is possibly the same
 * property, with the most certain first.
 */
export function judgeAll(records: readonly SourceRecord[]): Judgement[] {
  const keysByRecord = new Map(records.map((record) => [record, matchKeys(record)]))
  const keys = (record: SourceRecord): MatchKeys => keysByRecord.get(record) as MatchKeys
  const judgements = records.flatMap((a, index) =>
    records.slice(index + 1).flatMap((b) => {
      if (a.source === b.source) return []
      if (keys(a).city !== keys(b).city && (a.zip === null || a.zip !== b.zip)) return []
      const judgement = judge(a, b, keys)
      return judgement ? [judgement] : []
    }),
  )
  return judgements.sort(
    (a, b) => b.strength - a.strength || a.a.key.localeCompare(b.a.key) || a.b.key.localeCompare(b.b.key),
  )
}
