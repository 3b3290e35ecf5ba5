import { useSyncExternalStore } from 'react'
import { type Connection, connection, subscribeConnection } from './connection.ts'
import { type OutboxState, outbox } from './outbox.ts'

/** The waiting entries of this device, updated as they change. */
export const useOutbox = (): OutboxState => useSyncExternalStore(outbox.subscribe, outbox.state)

/** Whether the portal answers. */
export const useConnection = (): Connection => useSyncExternalStore(subscribeConnection, connection)
