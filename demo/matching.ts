import { computeMilesBetween } from './geography.ts'
import { computeNameAgreement, getMatchKeys, isNameContained, type MatchKeys } from './matchKeys.ts'
import type { SourceRecord } from './sources.ts'

/** Two records of different sources that are possibly the same property, with the verdict about them. */
export type PairJudgment = {
  a: SourceRecord
  b: SourceRecord
  verdict: 'same' | 'uncertain'
  reason: string
  /** A higher value is more certain. Pairs are processed in this order. */
  strength: number
}

/** Two unit counts are near if the larger one is at most this many times the smaller one. */
const MAX_UNIT_RATIO = 1.6
/** Two records are near if they are at most this many miles apart. */
const MAX_NEAR_MILES = 0.35

/**
 * The comparison of two records. `agreement` is the share of distinguishing words that both names have, from 0
 * to 1.
 */
type Evidence = {
  sameAddress: boolean
  sameStreet: boolean
  agreement: number
  isContained: boolean
  isGeneric: boolean
  phase: 'same' | 'one without' | 'different'
  miles: number | null
  isVagueAddress: boolean
  units: 'equal' | 'near' | 'different' | 'unknown'
}

function compareUnits(a: number | null, b: number | null): Evidence['units'] {
  if (!a || !b) return 'unknown'
  if (a === b) return 'equal'
  return Math.max(a, b) / Math.min(a, b) <= MAX_UNIT_RATIO ? 'near' : 'different'
}

function comparePhase(a: MatchKeys, b: MatchKeys): Evidence['phase'] {
  if (a.phase === b.phase) return 'same'
  return a.phase === null || b.phase === null ? 'one without' : 'different'
}

/**
 * Whether the address of a record is too vague to find the building: a rural route, no number or poor
 * coordinates.
 */
const isVague = (record: SourceRecord): boolean =>
  record.coordinateQuality <= 1 || !/^\d/.test(record.street) || /^(RR|HC|PO|ROUTE)\b/i.test(record.street)

const getLocation = (record: SourceRecord): { latitude: number; longitude: number } | null =>
  record.latitude === null || record.longitude === null
    ? null
    : { latitude: record.latitude, longitude: record.longitude }

/** Compares two records in every respect that counts for the verdict. */
function gatherEvidence(a: SourceRecord, b: SourceRecord, keysA: MatchKeys, keysB: MatchKeys): Evidence {
  const [placeA, placeB] = [getLocation(a), getLocation(b)]
  return {
    sameAddress: keysA.addresses.some((address) => keysB.addresses.includes(address)),
    sameStreet: keysA.streets.some((street) => keysB.streets.includes(street)),
    agreement: computeNameAgreement(keysA, keysB),
    isContained: isNameContained(keysA, keysB),
    isGeneric: keysA.isGeneric || keysB.isGeneric,
    phase: comparePhase(keysA, keysB),
    miles: placeA && placeB ? computeMilesBetween(placeA, placeB) : null,
    isVagueAddress: isVague(a) || isVague(b),
    units: compareUnits(a.units, b.units),
  }
}

type Verdict = Pick<PairJudgment, 'verdict' | 'reason' | 'strength'>

const makeSameVerdict = (strength: number, reason: string): Verdict => ({ verdict: 'same', reason, strength })
const makeUncertainVerdict = (reason: string): Verdict => ({ verdict: 'uncertain', reason, strength: 0 })

/** Judges two records with the same address by their names, phases and unit counts. */
function judgeSameAddress(evidence: Evidence): Verdict | null {
  const namesAgree = evidence.agreement >= 0.5 || evidence.isContained
  if (evidence.units === 'different')
    return makeUncertainVerdict('same address, but the unit counts are far apart')
  if (namesAgree && evidence.phase === 'same')
    return makeSameVerdict(100 + evidence.agreement, 'same address and name')
  if (namesAgree && evidence.units === 'equal')
    return makeSameVerdict(95, 'same address, name and unit count; only one names a phase')
  if (namesAgree)
    return makeSameVerdict(90 + evidence.agreement, 'same address and name; only one names a phase')
  if (evidence.units === 'equal')
    return makeSameVerdict(80, 'same address and unit count under different names')
  return makeUncertainVerdict('same address, but the names differ')
}

/**
 * Judges two records at different addresses by their names. Null if nothing suggests that they are one
 * property.
 */
function judgeByName(evidence: Evidence): Verdict | null {
  const isNear = evidence.miles !== null && evidence.miles <= MAX_NEAR_MILES
  const hasSameName = evidence.agreement === 1 && !evidence.isGeneric
  const distanceNote = evidence.miles === null ? '' : ` (${evidence.miles.toFixed(2)} miles apart)`
  if (evidence.units === 'different')
    return hasSameName ? makeUncertainVerdict('same name in one city, but unit counts far apart') : null
  if (evidence.phase === 'same') {
    if (hasSameName && isNear) return makeSameVerdict(75, `same name${distanceNote}`)
    if (hasSameName && evidence.sameStreet && (evidence.isVagueAddress || (evidence.miles ?? 0) <= 1)) {
      return makeSameVerdict(70, 'same name and street, without the same house number')
    }
    if (hasSameName && evidence.units === 'equal')
      return makeSameVerdict(65, `same name and unit count in one city${distanceNote}`)
    if (hasSameName && evidence.isVagueAddress)
      return makeSameVerdict(60, 'same name in one city; one address is a rural route or has no number')
  }
  if (hasSameName && evidence.phase === 'one without') {
    return isNear ? makeUncertainVerdict(`same name nearby, but only one names a phase${distanceNote}`) : null
  }
  if (hasSameName) return makeUncertainVerdict(`same name in one city, but at another address${distanceNote}`)
  return evidence.agreement >= 0.5 && isNear ? makeUncertainVerdict(`like name nearby${distanceNote}`) : null
}

/**
 * Judges a development of 2025, which has no address. It is an existing property only if it rehabilitates
 * one with exactly the same name.
 */
function judgeDevelopment(development: SourceRecord, evidence: Evidence): Verdict | null {
  if (!/Rehab/i.test(development.line.construction_type ?? '')) return null
  if (evidence.isGeneric || evidence.phase !== 'same' || evidence.agreement < 1) return null
  if (evidence.units === 'different')
    return makeUncertainVerdict('rehabilitation of a like-named property with another unit count')
  return makeSameVerdict(50, 'rehabilitation of the property of this name in this city')
}

/** Judges two records. Null if nothing suggests that they are one property. */
function judgePair(
  a: SourceRecord,
  b: SourceRecord,
  getKeys: (record: SourceRecord) => MatchKeys,
): PairJudgment | null {
  const evidence = gatherEvidence(a, b, getKeys(a), getKeys(b))
  if (evidence.phase === 'different') return null
  let finding: Verdict | null
  if (b.source === '2025 development') finding = judgeDevelopment(b, evidence)
  else finding = evidence.sameAddress ? judgeSameAddress(evidence) : judgeByName(evidence)
  return finding ? { a, b, ...finding } : null
}

/**
 * Returns every pair of records from different sources in the same city or ZIP code that is possibly the same
 * property, with the most certain first.
 */
export function judgePairs(records: readonly SourceRecord[]): PairJudgment[] {
  const keysByRecord = new Map(records.map((record) => [record, getMatchKeys(record)]))
  const getKeys = (record: SourceRecord): MatchKeys => keysByRecord.get(record) as MatchKeys
  const judgments = records.flatMap((a, index) =>
    records.slice(index + 1).flatMap((b) => {
      if (a.source === b.source) return []
      if (getKeys(a).city !== getKeys(b).city && (a.zip === null || a.zip !== b.zip)) return []
      const judgment = judgePair(a, b, getKeys)
      return judgment ? [judgment] : []
    }),
  )
  return judgments.sort(
    (a, b) => b.strength - a.strength || a.a.key.localeCompare(b.a.key) || a.b.key.localeCompare(b.b.key),
  )
}
