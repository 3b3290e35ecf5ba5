import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { holds } from '#kernel/model/access.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import { begunAtProperty } from './begun.ts'
import styles from './property.module.css'

/** What this person may file at the property: at once where it is one thing, else by choice. Nothing where there is none. */
export function NewRequest({ propertyId }: { propertyId: number }) {
  const session = useSession()
  const readOnly = useReadOnly()
  const offered = readOnly
    ? []
    : begunAtProperty().filter(({ permission }) => !permission || holds(session, permission, 'write', propertyId))
  return offered.length > 0 ? <Offer propertyId={propertyId} offered={offered} /> : null
}

function Offer({ propertyId, offered }: { propertyId: number; offered: ReturnType<typeof begunAtProperty> }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [only, ...more] = offered
  const begin = () => {
    if (only && more.length === 0) void navigate(only.to(propertyId))
    else setAsking(true)
  }
  useKeys('Property', [{ key: 'n', label: 'New request', run: begin }])
  return (
    <>
      <Button variant="default" onClick={begin} aria-keyshortcuts="n">
        {more.length > 0 ? 'New request…' : 'New request'}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title="New request">
        <ul className={styles.choices}>
          {offered.map(({ label, to }) => (
            <li key={label}>
              <Button component={Link} to={to(propertyId)} variant="default" fullWidth>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  )
}
