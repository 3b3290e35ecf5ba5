import { Suspense } from 'react'
import { z } from 'zod'
import type { PartProps } from '#engines/review/web/index.ts'
import { Form } from '#ui/form/Form.tsx'
import { TCAP } from '../model/entities.ts'
import type { MonthDetail } from '../model/months.ts'
import { ReadOnlyFiles } from './Files.tsx'
import { formLines } from './formLines.ts'
import { ActivityFields, AgingFields } from './MonthForm.tsx'
import { MonthLinks } from './MonthLinks.tsx'
import { Sheet } from './Sheet.tsx'

const content = Object.fromEntries(TCAP.content.map((name) => [name, TCAP.fields[name as 'comments']]))
const schema = z.object({ ...content, ...formLines.shape })

/** The filed month: the same sheets, to read and print. */
export function ReadOnlyMonth({ detail }: PartProps<MonthDetail>) {
  const values = Object.fromEntries(TCAP.content.map((name) => [name, detail[name as 'comments']]))
  return (
    <>
      <MonthLinks detail={detail} />
      <Suspense>
        <Form schema={schema} values={{ ...values, ...formLines.valuesOf(detail) }} readOnly label="Month">
          <ReadOnlyFiles detail={detail} />
          <Sheet detail={detail} sheet="balance" readOnly />
          <AgingFields />
          <Sheet detail={detail} sheet="income" readOnly />
          <ActivityFields />
        </Form>
      </Suspense>
    </>
  )
}
