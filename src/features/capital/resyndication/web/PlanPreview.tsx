import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '#kernel/model/money.ts'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import type { Plan } from '../model/calls.ts'

/** A section of the preview: a list, or the text `none` if it is empty. */
const PlanSection = ({ title, lines, none }: { title: string; lines: readonly string[]; none: string }) => (
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

/**
 * The preview of a resyndication: what ends, what is carried over and what remains, with the button that
 * records it.
 */
export function PlanPreview({
  plan,
  record,
  back,
}: {
  plan: Plan
  record: () => Promise<void>
  back: () => void
}) {
  const [refusals, setRefused] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await record().catch((error: unknown) => setRefused(refusalWords(error)))
    setBusy(false)
  }
  return (
    <>
      <PlanSection
        title="Ends with the day"
        lines={plan.ends.map((end) => `${end.propertyName}: ${end.task}`)}
        none="No schedule of the old property goes on after that day."
      />
      <PlanSection
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
      <PlanSection title="Stays" lines={plan.stays} none="" />
      <p role="alert">{refusals.join(' ')}</p>
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
