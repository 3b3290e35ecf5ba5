import { useSyncExternalStore } from 'react'
import { type Connection, connection, subscribeConnection } from './connection.ts'
import { type OutboxState, outbox } from './outbox.ts'

/** What is waiting on this device, updated as it changes. */
export const useOutbox = (): OutboxState => useSyncExternalStore(outbox.subscribe, outbox.state)

/** Whether the portal answers. */
export const useConnection = (): Connection => useSyncExternalStore(subscribeConnection, connection)
