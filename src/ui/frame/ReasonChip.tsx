import { type ReactNode, useEffect, useState } from 'react'
import { Opener } from './Opener.tsx'
import type { ToneName } from './palette.ts'

/** A remark about a record, such as why it was returned. */
export type Reason = {
  /** The kind and date of the remark, such as "Returned 04/24/2026". */
  label: string
  text: ReactNode
  tone?: ToneName
  /**
   * Names it among all reasons this person has seen: record and version. It opens by itself the first time.
   */
  memory: string
}

const STORED = 'rooftree-reasons-seen'
const MOST = 200

function seen(): string[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter((name) => typeof name === 'string') : []
  } catch {
    return [] // An unreadable memory is worth nothing: every reason is shown once more.
  }
}

/**
 * The reason as a chip in the header's line, which opens over the work; by itself the first time it is seen
 * here.
 */
export function ReasonChip({ label, text, tone = 'red', memory }: Reason) {
  const [isNew] = useState(() => !seen().includes(memory))
  useEffect(() => {
    if (isNew) localStorage.setItem(STORED, JSON.stringify([...seen(), memory].slice(-MOST)))
  }, [isNew, memory])
  return (
    <Opener
      tone={tone}
      opened={isNew}
      label={
        <>
          <strong>{label}</strong> {typeof text === 'string' && text}
        </>
      }
    >
      <strong>{label}</strong>
      <div style={{ whiteSpace: 'pre-line', maxWidth: '80ch' }}>{text}</div>
    </Opener>
  )
}
