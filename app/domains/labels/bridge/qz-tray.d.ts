/** The part of `qz-tray` that we use, as it really behaves (its published types differ in places). */
declare module "qz-tray" {
  type Printer = { readonly printer: { readonly name: string } };
  /** As a promise's executor. */
  type Resolver<T> = (resolve: (value: T) => void, reject: (reason: unknown) => void) => void;

  const qz: {
    api: {
      /** The bridge's own version, e.g. "2.2.6". Needs no signature. */
      getVersion(): Promise<string>;
      /** Hash applied to a request's JSON before it is passed to the signature promise. */
      setSha256Type(hash: (request: string) => string): void;
      /** The WebSocket implementation where the browser's is missing. */
      setWebSocketType(socket: unknown): void;
    };
    security: {
      setCertificatePromise(certificate: Resolver<string | null>): void;
      setSignaturePromise(signature: (request: string) => Resolver<string>): void;
      setSignatureAlgorithm(algorithm: "SHA1" | "SHA256" | "SHA512"): void;
    };
    websocket: {
      /** Rejects while a connection is open or being opened. */
      connect(options?: {
        host?: string | string[];
        port?: { secure: number[]; insecure: number[] };
        usingSecure?: boolean;
        /** Seconds between two pings; 0 for none. */
        keepAlive?: number;
      }): Promise<void>;
      /** Rejects where there is no connection. */
      disconnect(): Promise<void>;
      isActive(): boolean;
      setClosedCallbacks(closed: () => void): void;
    };
    printers: {
      getDefault(): Promise<unknown>;
      /** A list of `{ name, driver?, … }`. */
      details(): Promise<unknown>;
      /** Starts events of these printers' queues, in addition to earlier ones. */
      startListening(printers: string[]): Promise<void>;
      /** Requests the state of each of those queues; resolves after the last event. Needs no signature. */
      getStatus(): Promise<void>;
      setPrinterCallbacks(heard: (event: unknown) => void): void;
    };
    configs: { create(printer: string, options: { forceRaw: boolean; jobName: string }): Printer };
    /**
     * Resolves once the commands are in the spooler. Throws while no connection is open. Without a signature it is asked
     * for by the signature promise; without a time the request has that of now.
     */
    print(
      config: Printer,
      data: { type: "raw"; format: "command"; flavor: "base64"; data: string }[],
      signatures: string[],
      timestamps: number[],
    ): Promise<unknown>;
  };
  export default qz;
}
