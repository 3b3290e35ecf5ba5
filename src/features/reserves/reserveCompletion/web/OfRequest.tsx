import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { openPath } from '#engines/review/model/index.ts'
import { OfferButton } from '#engines/review/web/index.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { beginCompletion, completions } from '../model/completions.ts'
import { requestCompletionColumns } from './columns.ts'

type Props = { requestId: number; propertyId: number; approved: number }

/** The completions of a pre-approved request, below it, with a button to file one while an amount remains. */
export default function RequestCompletions({ requestId, propertyId, approved }: Props) {
  const propertyCompletions = useCall(completions.calls.ofProperty, { params: { propertyId } })
  const rows = propertyCompletions.filter((line) => line.replacementReserveRequestId === requestId)
  const remaining = sumMoney([approved, ...rows.map((line) => -(line.released ?? 0))])
  return (
    <section aria-label="Completions">
      <h2>Completion of the work</h2>
      {rows.length === 0 && (
        <p>
          Nothing is released yet. When the work is done, its completion is filed with the invoices and
          photos, and the agency releases no more than was pre-approved.
        </p>
      )}
      {rows.length > 0 && (
        <DataTable
          caption="Completions"
          rows={rows}
          columns={requestCompletionColumns}
          rowKey={(line) => line.requestNumber}
          to={(line) => openPath(completions, line)}
          plain
        />
      )}
      {remaining > 0 && (
        <OfferButton
          review={completions}
          begun={{ propertyId, replacementReserveRequestId: requestId }}
          refusedTitle="No completion can be filed now"
        >
          <FileCompletion requestId={requestId} />
        </OfferButton>
      )}
    </section>
  )
}

function FileCompletion({ requestId }: { requestId: number }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      const created = await ask(beginCompletion, { params: { requestId } }, { quiet: true })
      await client.invalidateQueries({ queryKey: ['replacementreservecompletion'], refetchType: 'none' })
      await navigate(openPath(completions, created))
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'The completion was not begun.', { kind: 'warning' })
      setBusy(false)
    }
  }
  return (
    <Button mt="sm" loading={busy} onClick={() => void begin()}>
      File completion
    </Button>
  )
}
