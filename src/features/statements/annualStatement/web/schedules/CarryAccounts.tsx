import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FigureRow } from '#engines/worksheet/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { getCarriedAccounts } from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'
import { useSources } from './useSources.ts'

/**
 * The button that copies the schedules' amounts into accounts that are empty or were carried. Entered
 * amounts stay.
 */
export function CarryAccounts({ detail, of }: { detail: Detail; of: string }) {
  const { form, session } = useFormParts<{ lines: FigureRow[] }>()
  const sources = useSources(detail)
  const [message, setMessage] = useState('')
  const carry = () => {
    const linesByCode = new Map(detail.lines.map((line) => [line.code, line]))
    const codesHere = new Set(
      detail.accounts.filter((account) => account.statement === of).map((account) => account.code),
    )
    const amountsByCode = new Map(getCarriedAccounts(sources()).map((item) => [item.code, item.amount]))
    let carriedCount = 0
    const rows = form.getValues('lines').map((row) => {
      const { clientKey: code, amount } = row
      const carriedAmount = codesHere.has(code) ? amountsByCode.get(code) : undefined
      const line = linesByCode.get(code)
      const isReplaceable =
        amount === null || (line?.amount === amount && line?.origins?.amount?.carried !== undefined)
      if (carriedAmount === undefined || amount === carriedAmount || !isReplaceable) return row
      carriedCount += 1
      return { ...row, amount: carriedAmount }
    })
    form.setValue('lines', rows, { shouldDirty: true })
    session.noteChange('lines')
    setMessage(
      carriedCount === 0
        ? 'Nothing to carry over: no schedule has figures for the empty accounts.'
        : `Carried into ${carriedCount} accounts.`,
    )
  }
  return (
    <>
      <Button variant="default" onClick={carry}>
        Carry from schedules
      </Button>
      <span role="status">{message}</span>
    </>
  )
}
