import { describeFigureFormula, nameFigure } from '#engines/worksheet/model/index.ts'
import type { RuleEntry } from '#engines/worksheet/server/index.ts'
import { availableExpression } from '#features/statements/surplusCash/model/index.ts'

const rulesTable = `
DSR-1 | formula | Available ${describeFigureFormula(nameFigure('', availableExpression(0, 0, 0)))} | domain 7.5
DSR-2 | stops the submission | No more is asked for than is available. | domain 7.3
DSR-3 | stops the submission | The statement of no later year is filed. | domain 7.5
DSR-4 | stops the submission | More than one distribution a year only where the agency allows it. | domain 6.2, 7.2
DSR-7 | stops the submission | Of semi-annual and quarterly distributions one as of the end of the statement's year, and of each half or quarter after it. | domain 5.2, 7.2
DSR-8 | stops the submission | Interim figures are typed as of a day of the period that is over, and SUR-1 to SUR-3 hold of them. | domain 5.2, 7.2
DSR-5 | stops the submission | No more is approved than is asked for and available; counted again when it is approved. | domain 7.3, 7.4
DSR-6 | stops the submission | Every requirement, DSR-G1 to DSR-G16, is met, or may be waived and is, with a reason. | domain 7.3`

/** The computations and rules of distribution requests, by id, for the list of computation rules. */
export const distributionRules: readonly RuleEntry[] = rulesTable
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', kind = '', says = '', source = ''] = line.split(' | ')
    return { id, title: 'Distribution request', kind: kind as RuleEntry['kind'], says, source }
  })
