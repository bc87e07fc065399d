// The settings of etcd, Patroni and HAProxy. docs/operate/postgres.md recommends the same settings, except
// for the ports.

const PARAMETERS = { shared_buffers: '64MB', max_connections: 150, wal_keep_size: '256MB' };
const DATABASE = { initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C' }] };

/**
 * For all nodes. If the primary does not respond for `ttl` seconds, the synchronous standby replaces it. No
 * other standby may, so nothing that was acknowledged is lost.
 */
const CLUSTER = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  synchronous_mode: true,
  maximum_lag_on_failover: 1024 * 1024,
  postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
};

export function etcdArguments(data, port, peer) {
  const [client, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`];
  return [
    '--name=etcd',
    `--data-dir=${data}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=etcd=${peers}`,
  ];
}

/** Returns the settings of one node as JSON, which is valid YAML. */
export function patroniSettings({ name, folder, data, bin, port, api, etcd }) {
  const user = { username: 'postgres' };
  const settings = {
    scope: 'smartlink',
    name,
    etcd3: { host: `127.0.0.1:${etcd}` },
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    bootstrap: { dcs: CLUSTER, ...DATABASE },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: bin,
      pgpass: `${folder}/${name}.pgpass`,
      authentication: { superuser: user, replication: user, rewind: user },
      parameters: { unix_socket_directories: folder },
      // Everyone with access to loopback has all permissions: this is for tests only.
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
      remove_data_directory_on_rewind_failure: true,
    },
  };
  return JSON.stringify(settings, undefined, 2);
}

/** Forwards connections to the node whose Patroni reports that it is the primary. */
export function haproxySettings(port, nodes) {
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  option clitcpka
  option srvtcpka
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.api}\n`).join('')}`;
}
