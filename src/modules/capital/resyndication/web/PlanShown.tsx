import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '#kernel/model/money.ts'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import type { Plan } from '../model/calls.ts'

const Part = ({ title, lines, none }: { title: string; lines: readonly string[]; none: string }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {lines.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
  </section>
)

/** The preview of a resyndication: moved and unchanged records. */
export function PlanShown({
  plan,
  record,
  back,
}: {
  plan: Plan
  record: () => Promise<void>
  back: () => void
}) {
  const [refused, setRefused] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await record().catch((error: unknown) => setRefused(refusalWords(error)))
    setBusy(false)
  }
  return (
    <>
      <Part
        title="Ends with the day"
        lines={plan.ends.map((end) => `${end.propertyName}: ${end.task}`)}
        none="No schedule of the old property goes on after that day."
      />
      <Part
        title="Is carried over"
        lines={[
          ...plan.unitTypes.map(
            (unitType) => `${unitType.propertyName}: ${unitType.count} × ${unitType.unitType}`,
          ),
          ...plan.carries.map(
            (carry) =>
              `${carry.propertyName}, ${carry.unitType}: ${formatMoney(carry.rent)} from ${carry.fromName}, utility allowance ${formatMoney(carry.utilityAllowance)}`,
          ),
        ]}
        none="No rent is carried over."
      />
      <Part title="Stays" lines={plan.stays} none="" />
      <p role="alert">{refused.join(' ')}</p>
      <Group>
        <Button loading={busy} onClick={() => void run()}>
          Record the resyndication
        </Button>
        <Button variant="default" onClick={back}>
          Back
        </Button>
      </Group>
    </>
  )
}
