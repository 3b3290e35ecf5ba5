import { anyPercentField, computeShare, defineReport, type Sums } from '#engines/report/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { id, money, number, percent, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

const computeEconomicOccupancy = ({ gpr, vacancy, concessions, badDebt }: Sums): number | null =>
  gpr == null ? null : computeShare(gpr - (vacancy ?? 0) - (concessions ?? 0) - (badDebt ?? 0), gpr)
const computeOccupancy = ({ unitMonths, vacantMonths }: Sums): number | null =>
  unitMonths == null ? null : computeShare(unitMonths - (vacantMonths ?? 0), unitMonths)

/** Report 11: economic occupancy of a year. */
export default defineReport(facts, {
  path: '/api/reporting/EconomicOccupancy',
  access: permission('AFS', 'read'),
  parameters: {
    year: number('Year', 1990, 2200).unwrap().optional(),
    below: percent('Economic occupancy below, %').unwrap().optional(),
  },
  defaults: (today) => ({ year: Number(today.slice(0, 4)) - 1 }),
  row: {
    propertyId: id('Property'),
    year: number('Year'),
    property: text('Property'),
    propertyNumber: text('Number'),
    months: number('Months'),
    monthsReported: number('Months of occupancy'),
    gpr: money('Rent revenue'),
    vacancy: money('Vacancy loss'),
    concessions: money('Concessions'),
    badDebt: money('Bad debts'),
    econOcc: anyPercentField('Economic occupancy'),
    physicalOcc: percent('Physical occupancy'),
    gap: anyPercentField('Gap'),
    unitMonths: number('Unit months'),
    vacantMonths: number('Vacant unit months'),
  },
  hidden: ['year', 'unitMonths', 'vacantMonths'],
  totals: {
    gpr: 'sum',
    vacancy: 'sum',
    concessions: 'sum',
    badDebt: 'sum',
    unitMonths: 'sum',
    vacantMonths: 'sum',
    econOcc: computeEconomicOccupancy,
    physicalOcc: computeOccupancy,
    gap: (sums) => {
      const [physical, economic] = [computeOccupancy(sums), computeEconomicOccupancy(sums)]
      return physical === null || economic === null ? null : Math.round((physical - economic) * 100) / 100
    },
  },
  tiles: [
    {
      title: 'Economic occupancy',
      order: 5,
      kind: 'percent',
      better: 'more',
      map: true,
      buildParameters: (today) => ({ year: Number(today.slice(0, 4)) - 1 }),
      figure: ({ totals }) => totals.econOcc ?? null,
      before: {
        label: 'the year before',
        buildParameters: (today) => ({ year: Number(today.slice(0, 4)) - 2 }),
      },
    },
  ],
  order: 'property',
  exceptions: 'Below 93% only',
  ofProperties: true,
  footnote:
    'From the filed statement: rent revenue is 5100T, vacancy loss is 5200T without concessions (5250), and bad debts are 6370. Economic occupancy is (rent revenue − vacancy loss − concessions − bad debts) ÷ rent revenue; for example, 381,600 less 22,896, 1,500 and 4,104 is 92.53%. Physical occupancy is the average of the reported months of that fiscal year, weighted by units; blank if no month was reported. Months: how many the statement covers. Months of occupancy: on how many reported months the physical figure rests. The gap is physical minus economic occupancy, in percentage points. Totals are weighted averages.',
  to: ({ year, propertyId }) => `/afs/view/${year}/${propertyId}`,
  links: {
    property: ({ propertyId }) => `/EditProject/${propertyId}`,
    physicalOcc: ({ propertyId }) => `/occupancy/list/project/${propertyId}`,
  },
  chartColumn: 'econOcc',
})
