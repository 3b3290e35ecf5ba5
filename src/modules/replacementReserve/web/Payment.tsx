import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { day, text } from '#kernel/model/field.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { recordPayment } from '../model/calls.ts'
import type { Detail } from '../model/requests.ts'

const schema = z.object({ paidDate: day('Paid on').unwrap(), checkNumber: text('Check number', 50) })
const empty = { paidDate: null, checkNumber: null }

/** Notes when and by which check an approved request was paid. */
export function Payment({ detail }: { detail: Detail }) {
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const submit = async (values: Record<string, unknown>) => {
    const { paidDate, checkNumber } = values as z.infer<typeof schema>
    await ask(
      recordPayment,
      { body: { requestId: detail.replacementReserveRequestId, paidDate, checkNumber, version: detail.version } },
      { quiet: true },
    )
    setOpened(false)
    await client.invalidateQueries({ queryKey: ['replacementreserve'] })
    notify('The payment is recorded.')
  }
  if (!detail.canRecordPayment) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Record payment
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Record payment">
        <Form schema={schema} values={empty} onSubmit={submit} label="Payment">
          <ErrorSummary />
          <Field name="paidDate" />
          <Field name="checkNumber" />
          <FormButtons save={null} submit="Record payment" />
        </Form>
      </Modal>
    </>
  )
}
