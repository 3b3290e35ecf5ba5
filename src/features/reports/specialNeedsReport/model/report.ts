import { anyPercentField, buildReportLink, computeShare, defineReport } from '#engines/report/model/index.ts'
import { getMonthListPath } from '#features/compliance/occupancy/model/index.ts'
import { populations } from '#features/compliance/specialNeeds/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { choiceField, day, id, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

const parameters = {
  population: choiceField('Population', populations).optional(),
  lra: text('Lead referral agency', 200).optional(),
}
const NOT_PERMITTED =
  'The lead referral agency is shown to those who may read the certifications of the property.'
const access = permission('Occupancy', 'read')
const VACANT = 'Vacant and held units'
const linkToVacancies = (query: Readonly<Record<string, unknown>>, projectId: number) =>
  buildReportLink(facts, { ...query, projectId }, VACANT)

/** Report 8, first part: the special-needs units of each property. */
export const occupancy = defineReport(facts, {
  path: '/api/reporting/SpecialNeedsOccupancy',
  restricted: true,
  part: 'By property',
  access,
  parameters,
  row: {
    propertyId: id('Property'),
    property: text('Property'),
    propertyNumber: text('Number'),
    company: text('Company'),
    committed: number('Set aside'),
    month: day('Month'),
    filled: number('Referred'),
    filledOther: number('Others'),
    filledPct: anyPercentField('Filled'),
    vacant: number('Vacant'),
    onHold: number('On hold'),
    holdEnded: number('Hold ended'),
    oldestVacantDays: number('Longest, days'),
    lra: text('Lead referral agency'),
    counted: number('Set aside'),
  },
  hidden: ['counted'],
  withheld: { lra: NOT_PERMITTED },
  totals: {
    committed: 'sum',
    filled: 'sum',
    filledOther: 'sum',
    counted: 'sum',
    filledPct: ({ filled, counted }) => computeShare(filled, counted),
    vacant: 'sum',
    onHold: 'sum',
    holdEnded: 'sum',
    oldestVacantDays: 'highest',
  },
  tiles: [
    {
      title: 'Special-needs units vacant',
      order: 18,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: () => ({}),
      figure: ({ totals }) => totals.vacant ?? null,
      note: ({ totals }) => `of ${totals.committed ?? 0} set aside`,
    },
  ],
  order: 'property',
  exceptions: 'With vacant units only',
  ofProperties: true,
  footnote:
    'Set aside: units that the agency requires for special-needs populations. Referred and Others: households at the end of the latest filed month that reports them; others moved in after a hold had ended. Filled is referred ÷ set aside; the total includes only properties that report it. Vacant: set-aside units that were vacant at the end of that month, by population, and all units on hold now; a unit on hold that was vacated by the end of the month is counted once. On hold: reserved for a referred household. Hold ended: the unit may be rented to others, and the next vacant unit must be offered instead. Longest: days since the first of the units on hold was vacated. Blank if no filed month reports who lives there.',
  to: ({ propertyId }) => getMonthListPath({ propertyId }),
  links: {
    property: ({ propertyId }) => `/EditProject/${propertyId}`,
    vacant: ({ vacant, propertyId }, query) => (vacant ? linkToVacancies(query, propertyId) : null),
    onHold: ({ onHold, propertyId }, query) => (onHold ? linkToVacancies(query, propertyId) : null),
  },
  chartColumn: 'vacant',
})

/** Report 8, second part: a row for each unit on hold, and one for all vacant units without a hold. */
export const vacancies = defineReport(facts, {
  path: '/api/reporting/SpecialNeedsVacancyDetails',
  restricted: true,
  part: VACANT,
  access,
  parameters,
  row: {
    propertyId: id('Property'),
    property: text('Property'),
    propertyNumber: text('Number'),
    population: text('Population'),
    unit: text('Unit'),
    units: number('Units'),
    state: text('State'),
    vacatedOn: day('Vacated'),
    daysVacant: number('Days vacant'),
    notifiedOn: day('Agency notified'),
    holdUntil: day('Held until'),
    referredOn: day('Referral'),
    lra: text('Lead referral agency'),
  },
  withheld: { lra: NOT_PERMITTED },
  totals: { units: 'sum', daysVacant: 'highest' },
  order: '-daysVacant property population',
  exceptions: 'Hold ended only',
  ofProperties: true,
  groupedBy: ['population', 'state'],
  footnote:
    'One row for each unit that is on hold, or whose hold has ended and that is not rented; and one row for all other units of a population that were vacant at the end of the latest filed month. Days vacant are counted from the day the unit was vacated until today.',
  to: ({ propertyId }) => getMonthListPath({ propertyId }),
  links: { property: ({ propertyId }) => `/EditProject/${propertyId}` },
  chartColumn: 'units',
})

export default [occupancy, vacancies]
