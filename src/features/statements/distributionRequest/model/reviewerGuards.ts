import { MARKED_BY_HAND } from '#core/portfolio/properties/model/index.ts'
import { buildGuard, type Guard, type GuardedRequest, type GuardFacts } from './guardFacts.ts'

/**
 * The minimum score of the last inspection, and of any in three years, for more than one distribution a
 * year (domain 7.3).
 */
const [LAST_SCORE, ANY_SCORE] = [80, 60]

/** Returns an unmet guard with the obstacles that another kind of record reports. Null if there are none. */
const getObstacleGuard = (id: string, title: string, matches: GuardFacts['watched']): Guard | null =>
  matches[0]
    ? buildGuard(
        id,
        title,
        false,
        matches
          .map(({ words }) => words)
          .join('; ')
          .slice(0, 500),
        matches[0].path,
        true,
      )
    : null

/**
 * Returns an unmet guard for a property that is not compliant, because of findings or because it was
 * marked. Null for a compliant property.
 */
function getComplianceGuard(
  { propertyId, obstacles, nonComplianceState: state }: GuardFacts,
  title: string,
): Guard | null {
  if (obstacles.length > 0) {
    const text = `Findings that block: ${obstacles.map((finding) => finding.title).join('; ')}.`
    return buildGuard('DSR-G8', title, false, text.slice(0, 500), `/NonComplianceList/${propertyId}`, true)
  }
  if (state === 'mark')
    return buildGuard('DSR-G8', title, false, MARKED_BY_HAND, `/EditProject/${propertyId}`, true)
  return null
}

/** Returns the known scores in a sentence; the agency also reads that there are none. */
const getScoreText = (scores: string, forAgency: boolean): string => {
  if (scores) return forAgency ? `Scores ${scores}. ` : `Inspection scores ${scores}. `
  return forAgency ? 'No score in three years. ' : ''
}

/** Builds a requirement that the reviewer answers, with the fact that the reader may know. */
function buildQuestion(
  request: GuardedRequest,
  { forAgency }: GuardFacts,
  question: { id: string; title: string; field: keyof GuardedRequest; fact: string; to: string | null },
): Guard {
  const { fact, field, ...named } = question
  const passes = request[field] as boolean | null
  // The agency answers in the same row, so the fact alone is shown there, on one line.
  const openText = forAgency ? '' : 'The agency’s reviewer answers this.'
  const reviewerText = passes === null ? openText : `The reviewer says ${passes ? 'yes' : 'no'}.`
  return { ...named, passes, proof: `${fact}${reviewerText}`.trim(), waivable: true, field }
}

/**
 * Returns the guard of interim requests about coverage and inspections. The portal answers it if a score is
 * too low.
 */
function getInterimGuard(request: GuardedRequest, facts: GuardFacts): Guard {
  const { afsId, scores, forAgency } = facts
  const title = 'Coverage and inspections allow more than one a year'
  const scoreText = scores.map(({ year, score }) => `${score} (${year})`).join(', ')
  const forbiddingScore = scores.find(({ score }, index) => score < (index === 0 ? LAST_SCORE : ANY_SCORE))
  const proof = `Inspection scores ${scoreText}; asked for are ${LAST_SCORE} at the last one and ${ANY_SCORE} in three years.`
  if (forbiddingScore) return buildGuard('DSR-G11', title, false, proof, forbiddingScore.path, true)
  return buildQuestion(request, facts, {
    id: 'DSR-G11',
    title,
    field: 'meetsInterimRule',
    fact: getScoreText(scoreText, forAgency),
    to: `/afs/review/reportcard/${afsId}`,
  })
}

/**
 * Returns the guards that the reviewer answers because the portal may not know everything. If the portal has
 * an obstacle or a score too low, it answers itself.
 */
export function getReviewerGuards(request: GuardedRequest, facts: GuardFacts): Guard[] {
  const { propertyId, deficiencies, watched, forAgency } = facts
  const titles = {
    findings: 'No other non-compliance is open',
    deficiencies: 'No physical deficiencies are open',
    watched: 'Not watched for its finances',
  }
  // Companies do not read watch lists, and the requirements stored at the decision are shown to them.
  const readsWatchList = forAgency && request.offWatchList === null
  return [
    getComplianceGuard(facts, titles.findings) ??
      buildQuestion(request, facts, {
        id: 'DSR-G8',
        title: titles.findings,
        field: 'freeOfNonCompliance',
        fact: forAgency ? 'No finding blocks requests. ' : 'No finding shown to you blocks requests. ',
        to: `/NonComplianceList/${propertyId}`,
      }),
    getObstacleGuard('DSR-G9', titles.deficiencies, deficiencies) ??
      buildQuestion(request, facts, {
        id: 'DSR-G9',
        title: titles.deficiencies,
        field: 'freeOfDeficiencies',
        fact: forAgency
          ? 'No reported finding is open. '
          : 'No inspection shown to you has an open finding. ',
        to: forAgency ? `/inspection/list/${propertyId}` : null,
      }),
    getObstacleGuard('DSR-G10', titles.watched, watched) ??
      buildQuestion(request, facts, {
        id: 'DSR-G10',
        title: titles.watched,
        field: 'offWatchList',
        fact: readsWatchList ? 'No current entry for its finances. ' : '',
        to: null,
      }),
    ...(request.periodType === 'Annual' ? [] : [getInterimGuard(request, facts)]),
  ]
}
