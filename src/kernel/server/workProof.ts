/**
 * What proves to the database that a process of the portal asks for the portal's own rights, and not a
 * statement in a request: a secret that the role of requests cannot read. It is read once over a connection
 * of the database's owner.
 */

type Source = () => Promise<string>
const sources = new WeakMap<object, Source>()

/** Says where the proof of this connection comes from. */
export function proveBy(connection: object, source: Source): void {
  sources.set(connection, source)
}

/** The proof for what is asked over this connection. Throws for one that was not opened by the portal. */
export async function workProof(connection: object): Promise<string> {
  const source = sources.get(connection)
  if (!source) throw new Error('This connection was not opened for the work of the portal.')
  return source()
}
