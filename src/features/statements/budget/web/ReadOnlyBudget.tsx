import { Suspense } from 'react'
import { z } from 'zod'
import type { PartProps } from '#engines/review/web/index.ts'
import { StatementFiles } from '#engines/worksheet/web/index.ts'
import { Form } from '#ui/form/Form.tsx'
import { getBudgetBook, getBudgetFileName } from '../model/book.ts'
import type { Detail } from '../model/budgets.ts'
import { Budget } from '../model/entities.ts'
import { formLines } from './formLines.ts'
import { StaffingAndPlan } from './Lists.tsx'
import { Sheet } from './Sheet.tsx'

const { months, staffing, capitalPlan } = Budget.fields
const schema = z.object({ months, staffing, capitalPlan, ...formLines.shape })

/** The filed budget: the same worksheet, to read and print. */
export function ReadOnlyBudget({ detail }: PartProps<Detail>) {
  const values = {
    months: detail.months,
    staffing: detail.staffing,
    capitalPlan: detail.capitalPlan,
    ...formLines.valuesOf(detail),
  }
  return (
    <Suspense>
      <Form schema={schema} values={values} readOnly label="Worksheet">
        <Sheet
          detail={detail}
          mode="read"
          tools={
            <StatementFiles
              names={['lines']}
              book={() => getBudgetBook(detail)}
              fileName={getBudgetFileName(detail)}
            />
          }
        />
      </Form>
      <StaffingAndPlan detail={detail} />
    </Suspense>
  )
}
