export const HELP = `Usage: embedded-content-lake [options]

Serves Sanity's HTTP API, and a built Studio, from one folder on this machine.

  --dir <folder>            database, assets and tokens (default .data/lake)
  --port <number>           default 3333; 0 picks a free one
  --host <address>          default 127.0.0.1
  --project <id>            default local
  --dataset <name>          default production
  --studio <folder>         a built Studio to serve at /
  --allow-origin <origin>   a site that may use the Studio's session; may be repeated
  --webhook <file>          webhooks as JSON, one or a list; may be repeated
  --import <source>         an .ndjson file, or a folder with one, images/ and files/; then serves
  --import-mode <mode>      create, replace or missing (default missing: leaves what is there alone)
  --export <folder>         writes all documents and assets there, and ends
  --help                    this text

Tokens come from SANITY_API_WRITE_TOKEN and SANITY_API_READ_TOKEN, else from tokens.json in the folder, which is made at
the first start.
`
