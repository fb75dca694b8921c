export const HELP = `Usage: embedded-content-lake [options]

Serves Sanity's HTTP API, and a built Studio, from one folder on this machine.

  --dir <folder>            database, assets and tokens (default .data/lake)
  --port <number>           default 3333; 0 picks a free one
  --host <address>          default 127.0.0.1
  --project <id>            default local
  --dataset <name>          default production
  --studio <folder>         a built Studio to serve at /
  --allow-origin <origin>   a site that may use the Studio's session; may be repeated
  --frame-origin <origin>   a site that the Studio may show in Presentation, without its session; may be repeated
  --set-password            asks for a password (or reads it from a pipe), keeps its hash in the folder, and ends
  --users <file>            people and their roles as JSON, who then sign in by name (see the README)
  --user <id>               with --users and --set-password: whose password is set
  --allow-host <name>       a host name besides the local ones that it answers to; may be repeated
  --public-url <url>        where others reach it, such as https://lake.example; its name is allowed, too
  --trust-proxy <address>   a proxy whose X-Forwarded-For and -Proto are believed; may be repeated
  --webhook <file>          webhooks as JSON, one or a list; may be repeated
  --unique <file>           fields as JSON whose values no two published documents share (see the README)
  --import <source>         an .ndjson file, a folder with one, images/ and files/, or a .tar.gz of that; then serves
  --import-mode <mode>      create, replace or missing (default missing: leaves what is there alone)
  --export <target>         writes all documents and assets into a folder or a .tar.gz, and ends
  --backup <folder>         copies the whole lake there, also while it runs, and ends
  --compact                 merges old edits in the history, makes the file small, and ends
  --compact-after <hours>   how old edits are when they are merged (default 24), or never
  --query-timeout <ms>      how long one query may take (default 5000)
  --visitor-streams <n>     how many event streams visitors without a token may hold together (default 1000),
  --visitor-streams-per-address <n>   and from one address (default 100)
  --log <text|json>         logs each request, with an id and without content
  --verbose                 logs each query, too, with its time
  --help                    this text

Tokens come from SANITY_API_READ_TOKEN, SANITY_API_WRITE_TOKEN and SANITY_API_ADMIN_TOKEN, else from tokens.json in the
folder, which is made at the first start. A password comes from LAKE_PASSWORD, else from password.json in the folder. On
an address that others can reach, the lake does not start without one.
`
