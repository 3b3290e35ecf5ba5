import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FigureRow } from '#statement/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { carriedAccounts } from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'
import { useSources } from './useSources.ts'

/** Copies the schedules' amounts into accounts that are empty or were carried; typed amounts stay. */
export function CarryAccounts({ detail, of }: { detail: Detail; of: string }) {
  const { form, session } = useFormParts()
  const sources = useSources(detail)
  const [said, say] = useState('')
  const carry = () => {
    const stored = new Map(detail.lines.map((line) => [line.code, line]))
    const here = new Set(
      detail.accounts.filter((account) => account.statement === of).map((account) => account.code),
    )
    const known = new Map(carriedAccounts(sources()).map((item) => [item.code, item.amount]))
    let taken = 0
    const rows = (form.getValues('lines') as FigureRow[]).map((row) => {
      const { clientKey: code, amount } = row
      const wanted = here.has(code) ? known.get(code) : undefined
      const line = stored.get(code)
      const free =
        amount === null || (line?.amount === amount && line?.origins?.amount?.carried !== undefined)
      if (wanted === undefined || amount === wanted || !free) return row
      taken += 1
      return { ...row, amount: wanted }
    })
    form.setValue('lines', rows, { shouldDirty: true })
    session.noteChange('lines')
    say(
      taken === 0
        ? 'Nothing to carry over: no schedule has figures for the empty accounts.'
        : `Carried into ${taken} accounts.`,
    )
  }
  return (
    <>
      <Button variant="default" onClick={carry}>
        Carry from schedules
      </Button>
      <span role="status">{said}</span>
    </>
  )
}
